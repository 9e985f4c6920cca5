CREATE TABLE "provider_copy" (
	"provider" text NOT NULL,
	"exec_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "provider_copy_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider_order_id" text NOT NULL,
	"tenant_id" text,
	"instrument_code" text NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"last_quantity" bigint NOT NULL,
	"last_price" bigint NOT NULL,
	"referred_exec_id" text,
	"reason" text NOT NULL,
	"provider_time" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "provider_copy_provider_provider_order_id_exec_id_pk" PRIMARY KEY("provider","provider_order_id","exec_id")
);
--> statement-breakpoint
CREATE TABLE "provider_copy_line" (
	"provider" text PRIMARY KEY NOT NULL,
	"since" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_difference" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"subject" text NOT NULL,
	"figures" text NOT NULL,
	"kind" text NOT NULL,
	"instrument_code" text NOT NULL,
	"side" text,
	"provider_order_id" text,
	"exec_id" text,
	"ours_quantity" bigint,
	"ours_price" bigint,
	"ours_time" bigint,
	"theirs_quantity" bigint,
	"theirs_price" bigint,
	"theirs_time" bigint,
	"mark_price" bigint,
	"conversion_rate" numeric(38, 20),
	"amount" bigint,
	"at_stake" bigint,
	"found_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"stands" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"asked_by" text,
	"asked_at" bigint,
	"resolve_kind" text,
	"note" text,
	"proposed_by" text,
	"proposed_at" bigint,
	"approved_by" text,
	"resolved_at" bigint,
	"transaction_id" bigint,
	CONSTRAINT "reconciliation_difference_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_run" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"rollover_at" bigint,
	"actor" text NOT NULL,
	"ran_at" bigint NOT NULL,
	"theirs" integer,
	"ours" integer,
	"equal" integer,
	"differ" integer,
	"positions_equal" integer,
	"positions_differ" integer,
	CONSTRAINT "reconciliation_run_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "provider_copy" ADD CONSTRAINT "provider_copy_tenant_id_provider_order_id_provider_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","provider_order_id") REFERENCES "public"."provider_order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_copy_order" ON "provider_copy" USING btree ("provider_order_id","seq");--> statement-breakpoint
CREATE INDEX "provider_copy_received" ON "provider_copy" USING btree ("provider","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_difference_once" ON "reconciliation_difference" USING btree ("tenant_id","provider","subject","figures");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_difference_transaction" ON "reconciliation_difference" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "reconciliation_difference_open" ON "reconciliation_difference" USING btree ("tenant_id","day") WHERE status <> 'resolved';--> statement-breakpoint
CREATE INDEX "reconciliation_difference_day" ON "reconciliation_difference" USING btree ("tenant_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_run_daily" ON "reconciliation_run" USING btree ("tenant_id","provider","rollover_at");--> statement-breakpoint
CREATE INDEX "reconciliation_run_day" ON "reconciliation_run" USING btree ("tenant_id","day");--> statement-breakpoint
CREATE INDEX "provider_report_received" ON "provider_report" USING btree ("provider","received_at");--> statement-breakpoint
ALTER TABLE reconciliation_difference ADD CONSTRAINT posted FOREIGN KEY (tenant_id, transaction_id) REFERENCES ledger_transaction (tenant_id, id);
--> statement-breakpoint
ALTER TABLE reconciliation_difference ADD CONSTRAINT legal_difference CHECK (
  kind IN ('price', 'quantity', 'time', 'not_in_book', 'not_in_theirs', 'position') AND status IN ('open', 'awaiting_provider', 'waiting', 'resolved')
  AND (status = 'resolved') = (resolved_at IS NOT NULL)
  AND (status IN ('waiting', 'resolved')) = (proposed_by IS NOT NULL)
  AND (proposed_by IS NULL) = (resolve_kind IS NULL) AND (proposed_by IS NULL) = (note IS NULL) AND (proposed_by IS NULL) = (proposed_at IS NULL)
  AND note IS DISTINCT FROM '' AND (asked_by IS NULL) = (asked_at IS NULL) AND (amount IS NULL OR at_stake >= abs(amount))
  AND (transaction_id IS NULL OR (status = 'resolved' AND resolve_kind = 'theirs_accepted'))
);
--> statement-breakpoint
-- Above 100.00 USDT, and while nobody knows how much it is, the second person is another.
ALTER TABLE reconciliation_difference ADD CONSTRAINT two_people CHECK (
  (approved_by IS NULL OR (status = 'resolved' AND approved_by <> proposed_by))
  AND (status <> 'resolved' OR (at_stake IS NOT NULL AND at_stake <= 10000000000) OR approved_by IS NOT NULL)
);
--> statement-breakpoint
GRANT SELECT ON provider_copy, reconciliation_difference, reconciliation_run TO candor_app, candor_system;
--> statement-breakpoint
GRANT INSERT ON reconciliation_difference, reconciliation_run TO candor_app;
--> statement-breakpoint
GRANT UPDATE ON reconciliation_difference TO candor_app;
--> statement-breakpoint
-- A copy may be of an order that is in nobody's books: it belongs to no company.
GRANT INSERT ON provider_copy TO candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON provider_copy_line TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['provider_copy','reconciliation_difference','reconciliation_run'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['provider_copy','provider_copy_line','reconciliation_run'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON reconciliation_difference FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Both values stay as they were found; money that was not known may become known once, and what is resolved stays resolved.
CREATE FUNCTION keep_difference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.id, NEW.provider, NEW.day, NEW.subject, NEW.figures, NEW.kind, NEW.instrument_code, NEW.side, NEW.provider_order_id, NEW.exec_id,
      NEW.ours_quantity, NEW.ours_price, NEW.ours_time, NEW.theirs_quantity, NEW.theirs_price, NEW.theirs_time, NEW.found_at)
    IS DISTINCT FROM (OLD.tenant_id, OLD.id, OLD.provider, OLD.day, OLD.subject, OLD.figures, OLD.kind, OLD.instrument_code, OLD.side, OLD.provider_order_id, OLD.exec_id,
      OLD.ours_quantity, OLD.ours_price, OLD.ours_time, OLD.theirs_quantity, OLD.theirs_price, OLD.theirs_time, OLD.found_at)
    OR (OLD.at_stake IS NOT NULL AND (NEW.amount, NEW.at_stake, NEW.mark_price, NEW.conversion_rate) IS DISTINCT FROM (OLD.amount, OLD.at_stake, OLD.mark_price, OLD.conversion_rate))
    OR (OLD.status = 'resolved' AND (NEW.status, NEW.amount, NEW.resolve_kind, NEW.note, NEW.proposed_by, NEW.proposed_at, NEW.approved_by, NEW.resolved_at, NEW.transaction_id, NEW.asked_by, NEW.asked_at)
      IS DISTINCT FROM (OLD.status, OLD.amount, OLD.resolve_kind, OLD.note, OLD.proposed_by, OLD.proposed_at, OLD.approved_by, OLD.resolved_at, OLD.transaction_id, OLD.asked_by, OLD.asked_at)) THEN
    RAISE EXCEPTION 'a difference keeps both values, and is resolved once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER both_values BEFORE UPDATE ON reconciliation_difference FOR EACH ROW EXECUTE FUNCTION keep_difference();
