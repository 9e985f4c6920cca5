CREATE TABLE "alert_setting" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"sends_mail" boolean NOT NULL,
	CONSTRAINT "alert_setting_tenant_id_trader_id_pk" PRIMARY KEY("tenant_id","trader_id")
);
--> statement-breakpoint
CREATE TABLE "price_alert" (
	"id" bigint DEFAULT drawn_id() NOT NULL,
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"instrument_code" text NOT NULL,
	"price_precision" smallint NOT NULL,
	"side" text NOT NULL,
	"price" bigint NOT NULL,
	"percent" bigint,
	"from_price" bigint,
	"from_time" bigint,
	"status" smallint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"told_at" bigint,
	"told_price" bigint,
	"created_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "price_alert_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert_setting" ADD CONSTRAINT "alert_setting_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_alert" ADD CONSTRAINT "price_alert_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_alert_trader" ON "price_alert" USING btree ("tenant_id","trader_id","status","id");--> statement-breakpoint
CREATE INDEX "price_alert_waiting" ON "price_alert" USING btree ("tenant_id","id") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "price_alert_over" ON "price_alert" USING btree ("changed_at") WHERE status in (2, 3);--> statement-breakpoint
-- A trader makes, changes and deletes alerts, and a tick tells them; what is over goes after a while (broker/alerts).
GRANT SELECT, INSERT, UPDATE ON price_alert, alert_setting TO candor_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON price_alert, alert_setting TO candor_system;
--> statement-breakpoint
ALTER TABLE price_alert ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE price_alert FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON price_alert TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON price_alert TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE alert_setting ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE alert_setting FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON alert_setting TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON alert_setting TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE price_alert ADD CONSTRAINT legal_alert CHECK (
  side IN ('above', 'below') AND price > 0 AND price_precision BETWEEN 0 AND 8 AND status IN (0, 1, 2, 3)
  AND num_nonnulls(percent, from_price, from_time) IN (0, 3) AND num_nonnulls(told_at, told_price) IN (0, 2)
  AND (status <> 2 OR told_at IS NOT NULL) AND (status NOT IN (0, 1) OR told_at IS NULL)
);
--> statement-breakpoint
-- What has told once tells never again.
CREATE FUNCTION refuse_telling_twice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.told_at IS NOT NULL AND (NEW.told_at, NEW.told_price) IS DISTINCT FROM (OLD.told_at, OLD.told_price) THEN
    RAISE EXCEPTION 'price alert % has told already', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER told_once BEFORE UPDATE ON price_alert FOR EACH ROW EXECUTE FUNCTION refuse_telling_twice();
