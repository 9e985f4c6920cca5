CREATE TABLE "provider_statement" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "provider_statement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"digest" text NOT NULL,
	"previous_id" bigint,
	"trades" integer NOT NULL,
	"trades_equal" integer NOT NULL,
	"theirs_opening" bigint NOT NULL,
	"theirs_result" bigint NOT NULL,
	"theirs_swap" bigint NOT NULL,
	"theirs_commission" bigint NOT NULL,
	"theirs_transfers" bigint NOT NULL,
	"theirs_closing" bigint NOT NULL,
	"ours_opening" bigint,
	"ours_result" bigint,
	"ours_swap" bigint NOT NULL,
	"ours_commission" bigint NOT NULL,
	"rest" bigint,
	"positions" jsonb NOT NULL,
	"read_at" bigint NOT NULL,
	CONSTRAINT "provider_statement_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "reconciliation_difference" ADD COLUMN "ours_amount" bigint;--> statement-breakpoint
ALTER TABLE "reconciliation_difference" ADD COLUMN "theirs_amount" bigint;--> statement-breakpoint
ALTER TABLE "reconciliation_difference" ADD COLUMN "single_limit" bigint DEFAULT 10000000000 NOT NULL;--> statement-breakpoint
CREATE INDEX "provider_statement_day" ON "provider_statement" USING btree ("tenant_id","provider","day","id");--> statement-breakpoint
ALTER TABLE reconciliation_difference DROP CONSTRAINT legal_difference;
--> statement-breakpoint
ALTER TABLE reconciliation_difference ADD CONSTRAINT legal_difference CHECK (
  kind IN ('price', 'quantity', 'time', 'not_in_book', 'not_in_theirs', 'position', 'swap', 'commission', 'transfer', 'not_explained')
  AND status IN ('open', 'awaiting_provider', 'waiting', 'resolved')
  AND (theirs_amount IS NOT NULL) = (kind IN ('swap', 'commission', 'transfer', 'not_explained'))
  AND (ours_amount IS NULL OR theirs_amount IS NOT NULL)
  AND (status = 'resolved') = (resolved_at IS NOT NULL)
  AND (status IN ('waiting', 'resolved')) = (proposed_by IS NOT NULL)
  AND (proposed_by IS NULL) = (resolve_kind IS NULL) AND (proposed_by IS NULL) = (note IS NULL) AND (proposed_by IS NULL) = (proposed_at IS NULL)
  AND note IS DISTINCT FROM '' AND (asked_by IS NULL) = (asked_at IS NULL) AND (amount IS NULL OR at_stake >= abs(amount))
  AND (transaction_id IS NULL OR (status = 'resolved' AND resolve_kind = 'theirs_accepted'))
);
--> statement-breakpoint
ALTER TABLE reconciliation_difference DROP CONSTRAINT two_people;
--> statement-breakpoint
-- Above the limit that the row was resolved under, and while nobody knows how much it is, the second person is another. No company's limit is above 1,000,000.
ALTER TABLE reconciliation_difference ADD CONSTRAINT two_people CHECK (
  single_limit BETWEEN 0 AND 100000000000000
  AND (approved_by IS NULL OR (status = 'resolved' AND approved_by <> proposed_by))
  AND (status <> 'resolved' OR (at_stake IS NOT NULL AND at_stake <= single_limit) OR approved_by IS NOT NULL)
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_difference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.id, NEW.provider, NEW.day, NEW.subject, NEW.figures, NEW.kind, NEW.instrument_code, NEW.side, NEW.provider_order_id, NEW.exec_id,
      NEW.ours_quantity, NEW.ours_price, NEW.ours_time, NEW.theirs_quantity, NEW.theirs_price, NEW.theirs_time, NEW.ours_amount, NEW.theirs_amount, NEW.found_at)
    IS DISTINCT FROM (OLD.tenant_id, OLD.id, OLD.provider, OLD.day, OLD.subject, OLD.figures, OLD.kind, OLD.instrument_code, OLD.side, OLD.provider_order_id, OLD.exec_id,
      OLD.ours_quantity, OLD.ours_price, OLD.ours_time, OLD.theirs_quantity, OLD.theirs_price, OLD.theirs_time, OLD.ours_amount, OLD.theirs_amount, OLD.found_at)
    OR (OLD.at_stake IS NOT NULL AND (NEW.amount, NEW.at_stake, NEW.mark_price, NEW.conversion_rate) IS DISTINCT FROM (OLD.amount, OLD.at_stake, OLD.mark_price, OLD.conversion_rate))
    OR (OLD.status = 'resolved' AND (NEW.status, NEW.amount, NEW.resolve_kind, NEW.note, NEW.proposed_by, NEW.proposed_at, NEW.approved_by, NEW.resolved_at, NEW.transaction_id, NEW.asked_by, NEW.asked_at, NEW.single_limit)
      IS DISTINCT FROM (OLD.status, OLD.amount, OLD.resolve_kind, OLD.note, OLD.proposed_by, OLD.proposed_at, OLD.approved_by, OLD.resolved_at, OLD.transaction_id, OLD.asked_by, OLD.asked_at, OLD.single_limit)) THEN
    RAISE EXCEPTION 'a difference keeps both values, and is resolved once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
GRANT SELECT ON provider_statement TO candor_app, candor_system;
--> statement-breakpoint
GRANT INSERT ON provider_statement TO candor_app;
--> statement-breakpoint
ALTER TABLE provider_statement ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE provider_statement FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON provider_statement TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON provider_statement TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON provider_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
