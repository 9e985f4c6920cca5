CREATE TABLE "log_cosignature" (
	"tenant_id" text NOT NULL,
	"size" bigint NOT NULL,
	"witness_key" text NOT NULL,
	"checkpoint" text NOT NULL,
	"line" text NOT NULL,
	"witnessed_at" bigint NOT NULL,
	CONSTRAINT "log_cosignature_tenant_id_size_witness_key_pk" PRIMARY KEY("tenant_id","size","witness_key")
);
--> statement-breakpoint
GRANT SELECT ON log_cosignature TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON log_cosignature TO candor_system;
--> statement-breakpoint
ALTER TABLE log_cosignature ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE log_cosignature FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON log_cosignature TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON log_cosignature TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- What a witness has signed goes when a newer one stands in its place; it never becomes another.
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON log_cosignature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
