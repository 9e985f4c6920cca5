CREATE TABLE "forgotten_account" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "forgotten_account_tenant_id_trader_id_pk" PRIMARY KEY("tenant_id","trader_id")
);
--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "last_used_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "forgotten_account" ADD CONSTRAINT "forgotten_account_tenant_id_event_id_audit_event_tenant_id_id_fk" FOREIGN KEY ("tenant_id","event_id") REFERENCES "public"."audit_event"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trader_demo_used" ON "trader" USING btree ("last_used_at") WHERE is_demo;--> statement-breakpoint
CREATE INDEX "notice_age" ON "notice" USING btree ("created_at");--> statement-breakpoint
GRANT SELECT, INSERT ON forgotten_account TO candor_system;
--> statement-breakpoint
ALTER TABLE forgotten_account ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE forgotten_account FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON forgotten_account TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON forgotten_account TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON forgotten_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER POLICY first_settings_only ON audit_event WITH CHECK (actor = 'system' AND action IN ('settings.imported', 'demo.forgotten'));
--> statement-breakpoint
ALTER POLICY first_settings_only ON audit_event RENAME TO system_events_only;
--> statement-breakpoint
-- Only a demo account can be forgotten: one that says so itself, whose books say so, and in whose ledger nothing else stands.
CREATE FUNCTION refuse_forgetting_real() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
      SELECT 1 FROM trader t JOIN trading_account a ON a.tenant_id = t.tenant_id AND a.trader_id = t.id
      WHERE t.tenant_id = NEW.tenant_id AND t.id = NEW.trader_id AND t.is_demo AND a.is_demo)
    OR EXISTS (SELECT 1 FROM ledger_transaction l WHERE l.tenant_id = NEW.tenant_id AND l.trader_id = NEW.trader_id AND NOT l.is_demo) THEN
    RAISE EXCEPTION 'trader % is no demo account', NEW.trader_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER only_demo BEFORE INSERT ON forgotten_account FOR EACH ROW EXECUTE FUNCTION refuse_forgetting_real();
--> statement-breakpoint
-- Rows of the books go with an account that is written down as forgotten, and never otherwise.
CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM gone g WHERE NOT EXISTS (
      SELECT 1 FROM forgotten_account f WHERE f.tenant_id = g.tenant_id AND f.trader_id = g.trader_id)) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An entry of the house names no trader: its transaction does, and goes after it.
CREATE FUNCTION refuse_delete_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM gone g WHERE NOT EXISTS (
      SELECT 1 FROM ledger_transaction t JOIN forgotten_account f ON f.tenant_id = t.tenant_id AND f.trader_id = t.trader_id
      WHERE t.tenant_id = g.tenant_id AND t.id = g.transaction_id)) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_delete_trader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM gone g WHERE NOT EXISTS (
      SELECT 1 FROM forgotten_account f WHERE f.tenant_id = g.tenant_id AND f.trader_id = g.id)) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_transaction','ledger_entry','receipt'] LOOP
    EXECUTE format('DROP TRIGGER append_only ON %I', name);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['ledger_transaction','receipt','trade_order','trading_account'] LOOP
    EXECUTE format('CREATE TRIGGER kept AFTER DELETE ON %I REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete()', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER kept AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete_entry();
--> statement-breakpoint
CREATE TRIGGER kept AFTER DELETE ON trader REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete_trader();
--> statement-breakpoint
GRANT DELETE ON trader, trading_account, trade_order, ledger_transaction, ledger_entry, receipt, ranking_profile, recovery_code, image, notice TO candor_system;
--> statement-breakpoint
-- To hold a row is to be able to change something of it.
GRANT UPDATE (last_used_at) ON trader TO candor_system;
--> statement-breakpoint
GRANT UPDATE (version) ON trading_account TO candor_system;
--> statement-breakpoint
-- Nobody knows when the accounts of before were used: they have their time from the newest line of the log on.
ALTER TABLE trader NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE trader SET last_used_at = greatest(created_at, (SELECT coalesce(max(created_at), 0) FROM audit_event)) WHERE is_demo;
--> statement-breakpoint
ALTER TABLE trader FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
