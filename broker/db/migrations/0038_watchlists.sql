CREATE TABLE "watchlists" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"lists" jsonb NOT NULL,
	CONSTRAINT "watchlists_tenant_id_trader_id_pk" PRIMARY KEY("tenant_id","trader_id")
);
--> statement-breakpoint
ALTER TABLE "watchlists" ADD CONSTRAINT "watchlists_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The bounds of contract/form-bounds.ts. As many and as long lists as a trader may have are 44 kB.
ALTER TABLE watchlists ADD CONSTRAINT legal_lists CHECK (
  CASE jsonb_typeof(lists) WHEN 'array' THEN jsonb_array_length(lists) <= 20 ELSE false END AND pg_column_size(lists) <= 65536
);--> statement-breakpoint
-- They go with an account that is forgotten, and with nothing else.
GRANT SELECT, INSERT, UPDATE ON watchlists TO candor_app;--> statement-breakpoint
GRANT SELECT, DELETE ON watchlists TO candor_system;--> statement-breakpoint
ALTER TABLE watchlists ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE watchlists FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON watchlists TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON watchlists TO candor_system USING (true) WITH CHECK (true);
