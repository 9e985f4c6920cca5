CREATE TABLE "funding_charge" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"rollover_at" bigint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "funding_charge_tenant_id_order_id_rollover_at_pk" PRIMARY KEY("tenant_id","order_id","rollover_at")
);
--> statement-breakpoint
CREATE TABLE "funding_rollover" (
	"tenant_id" text NOT NULL,
	"rollover_at" bigint NOT NULL,
	CONSTRAINT "funding_rollover_tenant_id_rollover_at_pk" PRIMARY KEY("tenant_id","rollover_at")
);
--> statement-breakpoint
DROP INDEX "ledger_transaction_order_kind";--> statement-breakpoint
ALTER TABLE "funding_charge" ADD CONSTRAINT "funding_charge_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_charge" ADD CONSTRAINT "funding_charge_tenant_id_order_id_trade_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."trade_order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_charge" ADD CONSTRAINT "funding_charge_tenant_id_transaction_id_ledger_transaction_tenant_id_id_fk" FOREIGN KEY ("tenant_id","transaction_id") REFERENCES "public"."ledger_transaction"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "funding_charge_transaction" ON "funding_charge" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "funding_charge_trader" ON "funding_charge" USING btree ("tenant_id","trader_id");--> statement-breakpoint
CREATE INDEX "funding_charge_rollover" ON "funding_charge" USING btree ("tenant_id","rollover_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transaction_order_kind" ON "ledger_transaction" USING btree ("tenant_id","order_id","kind") WHERE order_id is not null and kind <> 'funding';--> statement-breakpoint
GRANT SELECT, INSERT ON funding_charge, funding_rollover TO candor_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON funding_charge TO candor_system;
--> statement-breakpoint
GRANT SELECT ON funding_rollover TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['funding_charge','funding_rollover'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON funding_charge FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER kept AFTER DELETE ON funding_charge REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_rollover FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
