CREATE TABLE "trader_statement" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"period" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"parts" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "trader_statement_tenant_id_trader_id_period_pk" PRIMARY KEY("tenant_id","trader_id","period")
);
--> statement-breakpoint
ALTER TABLE "trader_statement" ADD CONSTRAINT "trader_statement_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Signed by the system alone, once; goes with a demo account that is forgotten, and never otherwise.
GRANT SELECT ON trader_statement TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON trader_statement TO candor_system;
--> statement-breakpoint
ALTER TABLE trader_statement ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE trader_statement FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON trader_statement TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON trader_statement TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON trader_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER kept AFTER DELETE ON trader_statement REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_delete();
