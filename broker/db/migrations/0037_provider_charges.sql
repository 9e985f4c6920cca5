CREATE TABLE "provider_charge" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "provider_charge_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"day" text NOT NULL,
	"kind" text NOT NULL,
	"instrument_code" text NOT NULL,
	"amount" bigint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"posted_at" bigint NOT NULL,
	CONSTRAINT "provider_charge_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "provider_statement" ADD COLUMN "is_posted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_charge_transaction" ON "provider_charge" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "provider_charge_day" ON "provider_charge" USING btree ("tenant_id","provider","day");--> statement-breakpoint
ALTER TABLE provider_charge ADD CONSTRAINT posted_charge FOREIGN KEY (tenant_id, transaction_id) REFERENCES ledger_transaction (tenant_id, id);
--> statement-breakpoint
ALTER TABLE provider_charge ADD CONSTRAINT legal_charge CHECK (kind IN ('swap', 'commission') AND amount <> 0);
--> statement-breakpoint
GRANT SELECT ON provider_charge TO candor_app, candor_system;
--> statement-breakpoint
GRANT INSERT ON provider_charge TO candor_app;
--> statement-breakpoint
ALTER TABLE provider_charge ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE provider_charge FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON provider_charge TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON provider_charge TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON provider_charge FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
