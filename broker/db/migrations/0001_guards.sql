-- Two roles, neither of them an owner, a superuser or able to log in. The process enters one of them at the start of
-- every transaction: candor_app sees one tenant, candor_system carries what no tenant owns (dispatch, clean-up, candles).
DO $$ BEGIN CREATE ROLE candor_app NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
--> statement-breakpoint
DO $$ BEGIN CREATE ROLE candor_system NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
--> statement-breakpoint
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'candor_app', 'MEMBER') OR NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT candor_app, candor_system TO %I', current_user);
  END IF;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO candor_app, candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON trader, session, trading_account, trade_order, idempotency_key TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON socket_ticket TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON ledger_transaction, ledger_entry, audit_event, outbox TO candor_app;
--> statement-breakpoint
GRANT SELECT ON candle, market_state TO candor_app;
--> statement-breakpoint
GRANT SELECT ON trader, trading_account, trade_order, ledger_transaction, ledger_entry, audit_event TO candor_system;
--> statement-breakpoint
GRANT SELECT, DELETE ON session, outbox, idempotency_key, socket_ticket TO candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON candle, market_state TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['trader','session','socket_ticket','trading_account','ledger_transaction','ledger_entry','trade_order','idempotency_key','outbox','audit_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- A shared host does not know the tenant before the session: whoever holds the token may find the one row it names.
CREATE POLICY holder_of_token ON session FOR SELECT TO candor_app USING (token_hash = current_setting('app.session_hash', true));
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The entries of a transaction come in one statement and sum to zero, or nothing is written.
CREATE FUNCTION refuse_imbalance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added GROUP BY tenant_id, transaction_id HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'ledger entries do not sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER balanced AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_imbalance();
--> statement-breakpoint
ALTER TABLE trading_account ADD CONSTRAINT locks_not_negative CHECK (locked_margin >= 0 AND locked_withdrawal >= 0 AND open_orders >= 0);
--> statement-breakpoint
ALTER TABLE ledger_entry ADD CONSTRAINT trader_accounts_have_a_trader CHECK ((account LIKE 'trader:%') = (trader_id IS NOT NULL));
--> statement-breakpoint
ALTER TABLE trade_order ADD CONSTRAINT legal_status CHECK (
  (status = 0 AND pending_kind IS NOT NULL AND completed_at IS NULL AND close_reason IS NULL)
  OR (status = 1 AND completed_at IS NULL AND close_reason IS NULL AND fill_price > 0)
  OR (status = 3 AND completed_at IS NOT NULL AND close_reason IS NOT NULL)
);
