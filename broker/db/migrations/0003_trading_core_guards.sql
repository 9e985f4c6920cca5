UPDATE trade_order SET opened_at = created_at WHERE fill_price > 0;
--> statement-breakpoint
-- A unit of work takes its ids before it writes, so that a receipt can name the entries it is written with.
GRANT USAGE ON SEQUENCE trade_order_id_seq, ledger_transaction_id_seq, ledger_entry_id_seq TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON receipt TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON ranking_profile TO candor_app;
--> statement-breakpoint
GRANT SELECT ON tick_log TO candor_app;
--> statement-breakpoint
GRANT SELECT ON receipt, ranking_profile TO candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON receipt_key, audit_link, tick_log TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['receipt','receipt_key','audit_link','ranking_profile'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['receipt','receipt_key','audit_link','tick_log'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE trade_order ADD CONSTRAINT trailing_not_negative CHECK (trailing_distance >= 0);
