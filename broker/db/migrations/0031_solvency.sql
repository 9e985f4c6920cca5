CREATE TABLE "solvency_hour" (
	"tenant_id" text NOT NULL,
	"hour" bigint NOT NULL,
	"at" bigint NOT NULL,
	"root" text NOT NULL,
	"total" bigint NOT NULL,
	"leaves" bigint NOT NULL,
	"document" text NOT NULL,
	"secret" "bytea",
	CONSTRAINT "solvency_hour_tenant_id_hour_pk" PRIMARY KEY("tenant_id","hour")
);
--> statement-breakpoint
CREATE TABLE "solvency_part" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"hour" bigint NOT NULL,
	"equity" bigint NOT NULL,
	"under_review" bigint NOT NULL,
	"first_place" integer NOT NULL,
	"first_amount" bigint NOT NULL,
	"second_place" integer NOT NULL,
	"second_amount" bigint NOT NULL,
	CONSTRAINT "solvency_part_tenant_id_trader_id_hour_pk" PRIMARY KEY("tenant_id","trader_id","hour")
);
--> statement-breakpoint
CREATE TABLE "solvency_tile" (
	"tenant_id" text NOT NULL,
	"hour" bigint NOT NULL,
	"level" integer NOT NULL,
	"index" integer NOT NULL,
	"nodes" "bytea" NOT NULL,
	CONSTRAINT "solvency_tile_tenant_id_hour_level_index_pk" PRIMARY KEY("tenant_id","hour","level","index")
);
--> statement-breakpoint
ALTER TABLE "solvency_part" ADD CONSTRAINT "solvency_part_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "solvency_part_hour" ON "solvency_part" USING btree ("tenant_id","hour");--> statement-breakpoint
-- An hour is written once. What makes it a proof goes after a day; root, total and document stay.
GRANT SELECT, INSERT ON solvency_hour, solvency_tile, solvency_part TO candor_app, candor_system;--> statement-breakpoint
GRANT UPDATE (secret) ON solvency_hour TO candor_app, candor_system;--> statement-breakpoint
GRANT DELETE ON solvency_tile, solvency_part TO candor_app, candor_system;--> statement-breakpoint
ALTER TABLE solvency_hour ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE solvency_hour FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON solvency_hour TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON solvency_hour TO candor_system USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE solvency_tile ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE solvency_tile FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON solvency_tile TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON solvency_tile TO candor_system USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE solvency_part ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE solvency_part FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON solvency_part TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON solvency_part TO candor_system USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE solvency_hour ADD CONSTRAINT legal_hour CHECK (total >= 0 AND leaves >= 2 AND root ~ '^[0-9a-f]{64}$' AND hour <= at);--> statement-breakpoint
-- What an account is counted with is what it has, and never less than nothing.
ALTER TABLE solvency_part ADD CONSTRAINT adds_up CHECK (
  under_review >= 0 AND first_amount >= 0 AND second_amount >= 0 AND first_place <> second_place
  AND first_amount + second_amount = greatest(equity, 0) + under_review
);
