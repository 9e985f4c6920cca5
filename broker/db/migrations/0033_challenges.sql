CREATE TABLE "challenge" (
	"id" bigint DEFAULT drawn_id() NOT NULL,
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"is_demo" boolean NOT NULL,
	"order_id" bigint NOT NULL,
	"receipt_id" bigint NOT NULL,
	"receipt_hash" text NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"fill" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"status" smallint NOT NULL,
	"due_at" bigint NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"first_approved_by" text,
	"first_approved_amount" bigint,
	"first_approved_at" bigint,
	"decided_by" text,
	"decided_at" bigint,
	"amount" bigint,
	"transaction_id" bigint,
	"credit_receipt_hash" text,
	"document" text,
	"fact_id" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "challenge_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "challenge_step" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "challenge_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"challenge_id" bigint NOT NULL,
	"step" text NOT NULL,
	"by" text NOT NULL,
	"words" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "challenge_step_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_tenant_id_receipt_id_receipt_tenant_id_id_fk" FOREIGN KEY ("tenant_id","receipt_id") REFERENCES "public"."receipt"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_step" ADD CONSTRAINT "challenge_step_tenant_id_challenge_id_challenge_tenant_id_id_fk" FOREIGN KEY ("tenant_id","challenge_id") REFERENCES "public"."challenge"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "challenge_receipt" ON "challenge" USING btree ("tenant_id","receipt_id") WHERE status <> 3;--> statement-breakpoint
CREATE UNIQUE INDEX "challenge_transaction" ON "challenge" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "challenge_queue" ON "challenge" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "challenge_trader" ON "challenge" USING btree ("tenant_id","trader_id","id");--> statement-breakpoint
CREATE INDEX "challenge_step_case" ON "challenge_step" USING btree ("tenant_id","challenge_id","id");--> statement-breakpoint
-- A case is opened by its trader and decided by the desk; its steps are only added to. A demo account that has one is not forgotten.
GRANT SELECT, INSERT, UPDATE ON challenge TO candor_app;--> statement-breakpoint
GRANT SELECT, INSERT ON challenge_step TO candor_app;--> statement-breakpoint
GRANT SELECT ON challenge, challenge_step TO candor_system;--> statement-breakpoint
ALTER TABLE challenge ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE challenge FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON challenge TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON challenge TO candor_system USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE challenge_step ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE challenge_step FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON challenge_step TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON challenge_step TO candor_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON challenge_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- A credit is a decision of two people with its movement and its receipt; what is decided has a document whose hash is in the log.
ALTER TABLE challenge ADD CONSTRAINT legal_challenge_status CHECK (
  verdict IN ('same', 'different', 'unknown') AND (
    (status IN (0, 4) AND decided_by IS NULL AND decided_at IS NULL AND num_nonnulls(amount, transaction_id, credit_receipt_hash, document, fact_id) = 0)
    OR (decided_by IS NOT NULL AND decided_at IS NOT NULL AND (
      (status = 1 AND amount > 0 AND num_nulls(transaction_id, credit_receipt_hash, document, fact_id, first_approved_by) = 0
        AND first_approved_by <> decided_by AND first_approved_amount = amount)
      OR (status = 2 AND num_nonnulls(amount, transaction_id, credit_receipt_hash) = 0 AND num_nulls(document, fact_id) = 0)
      OR (status = 3 AND num_nonnulls(amount, transaction_id, credit_receipt_hash, document, fact_id) = 0)
    ))
  )
);--> statement-breakpoint
CREATE FUNCTION refuse_rewriting_challenge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE decision text[] := ARRAY['status','due_at','notes','first_approved_by','first_approved_amount','first_approved_at','decided_by','decided_at','amount','transaction_id','credit_receipt_hash','document','fact_id'];
BEGIN
  IF OLD.status NOT IN (0, 4) THEN
    RAISE EXCEPTION 'challenge % is already decided', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF to_jsonb(OLD) - decision <> to_jsonb(NEW) - decision THEN
    RAISE EXCEPTION 'what was submitted of challenge % does not change', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER decided_once BEFORE UPDATE ON challenge FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_challenge();
