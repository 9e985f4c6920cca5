GRANT SELECT, INSERT, UPDATE ON deposit_network, collection_account, withdraw_currency, payout_method, deposit, withdrawal, notice, setting_change, tenant_setting, article TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON desk_claim TO candor_app;
--> statement-breakpoint
GRANT SELECT ON deposit_network, collection_account, withdraw_currency, payout_method, deposit, withdrawal, notice, setting_change, tenant_setting, article TO candor_system;
--> statement-breakpoint
GRANT SELECT, DELETE ON desk_claim TO candor_system;
--> statement-breakpoint
-- Operators belong to no tenant: what acts for a tenant never sees them.
GRANT SELECT, INSERT, UPDATE ON operator TO candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_session TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['deposit_network','collection_account','withdraw_currency','payout_method','deposit','withdrawal','notice','desk_claim','setting_change','tenant_setting','article'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- A credit has its operator, its time and its movement; nothing else is credited.
ALTER TABLE deposit ADD CONSTRAINT legal_deposit_status CHECK (
  amount > 0 AND usdt_rate > 0 AND (
    (status = 0 AND decided_by IS NULL AND decided_at IS NULL AND transaction_id IS NULL AND credited_amount IS NULL)
    OR (status = 1 AND decided_by IS NOT NULL AND decided_at IS NOT NULL AND transaction_id IS NOT NULL AND credited_amount > 0)
    OR (status IN (2, 3) AND decided_by IS NOT NULL AND decided_at IS NOT NULL AND transaction_id IS NULL AND credited_amount IS NULL)
  )
);
--> statement-breakpoint
-- Two approvals are two people's.
ALTER TABLE deposit ADD CONSTRAINT deposit_four_eyes CHECK (first_approved_by IS NULL OR status <> 1 OR first_approved_by <> decided_by);
--> statement-breakpoint
ALTER TABLE withdrawal ADD CONSTRAINT legal_withdrawal_status CHECK (
  amount > 0 AND fee >= 0 AND fee < amount AND receivable > 0 AND (
    (status = 0 AND ended_as IS NULL AND decided_by IS NULL AND decided_at IS NULL AND end_transaction_id IS NULL)
    OR (decided_by IS NOT NULL AND decided_at IS NOT NULL AND end_transaction_id IS NOT NULL AND (
      (status = 1 AND ended_as = 'completed') OR (status = 2 AND ended_as = 'rejected') OR (status = 3 AND ended_as IN ('invalid', 'cancelled'))
    ))
  )
);
--> statement-breakpoint
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_four_eyes CHECK (first_approved_by IS NULL OR status <> 1 OR first_approved_by <> decided_by);
--> statement-breakpoint
ALTER TABLE setting_change ADD CONSTRAINT setting_four_eyes CHECK (status <> 'applied' OR decided_by <> requested_by);
--> statement-breakpoint
-- What was submitted stays as it was; only the decision is written, and only once.
CREATE FUNCTION refuse_rewriting_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE decision text[] := ARRAY['status','remark','notes','credited_amount','first_approved_by','first_approved_amount','first_approved_at','ended_as','decided_by','decided_at','transaction_id','end_transaction_id'];
BEGIN
  IF OLD.status <> 0 THEN
    RAISE EXCEPTION '% % is already decided', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF to_jsonb(OLD) - decision <> to_jsonb(NEW) - decision THEN
    RAISE EXCEPTION 'what was submitted of % % does not change', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER decided_once BEFORE UPDATE ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_money();
--> statement-breakpoint
CREATE TRIGGER decided_once BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_money();
