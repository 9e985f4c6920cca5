CREATE TABLE "execution_day" (
	"tenant_id" text NOT NULL,
	"day" text NOT NULL,
	"document" text NOT NULL,
	"sha256" text NOT NULL,
	"computed_at" bigint NOT NULL,
	CONSTRAINT "execution_day_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "order_refusal" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_refusal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"day" text NOT NULL,
	"instrument_code" text NOT NULL,
	"type" text NOT NULL,
	"reason" text NOT NULL,
	"is_demo" boolean NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "order_refusal_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "order_refusal_day" ON "order_refusal" USING btree ("tenant_id","day");--> statement-breakpoint
CREATE INDEX "receipt_day" ON "receipt" USING brin ("created_at");
--> statement-breakpoint
ALTER TABLE order_refusal ADD CONSTRAINT counted_refusal CHECK (count > 0 AND day ~ '^\d{4}-\d\d-\d\d$' AND type IN ('market', 'limit', 'stop', 'close'));
--> statement-breakpoint
ALTER TABLE execution_day ADD CONSTRAINT hashed_day CHECK (day ~ '^\d{4}-\d\d-\d\d$' AND sha256 = encode(sha256(convert_to(document, 'UTF8')), 'hex'));
--> statement-breakpoint
-- The refusals of a day that is over are laid together, one row a class.
GRANT SELECT, INSERT, DELETE ON order_refusal TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON execution_day TO candor_app;
--> statement-breakpoint
GRANT SELECT ON order_refusal, execution_day TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['order_refusal','execution_day'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON order_refusal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON execution_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
