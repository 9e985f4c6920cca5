CREATE TABLE "risk_control" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "risk_control_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"target" text NOT NULL,
	"mode" text NOT NULL,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" bigint NOT NULL,
	"until" bigint,
	"kept_by" text,
	"asked" text,
	"ask_until" bigint,
	"ask_reason" text,
	"ask_by" text,
	"ask_at" bigint,
	"ask_status" text,
	"decided_by" text,
	"decided_at" bigint,
	"ended_at" bigint,
	CONSTRAINT "risk_control_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "risk_control_standing" ON "risk_control" USING btree ("tenant_id","target") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "risk_control_waiting" ON "risk_control" USING btree ("tenant_id","ask_at") WHERE ended_at is null and ask_status = 'waiting';--> statement-breakpoint
CREATE INDEX "trade_order_ended_real" ON "trade_order" USING btree ("tenant_id","completed_at") WHERE completed_at is not null and not is_demo;--> statement-breakpoint
CREATE INDEX "trade_order_opened_real" ON "trade_order" USING btree ("tenant_id","opened_at") WHERE opened_at is not null and not is_demo;--> statement-breakpoint
ALTER TABLE risk_control ADD CONSTRAINT legal_brake CHECK (
  mode IN ('close-only', 'off') AND (asked IS NULL OR asked IN ('keep', 'lift')) AND (ask_status IS NULL OR ask_status IN ('waiting', 'approved', 'refused'))
  AND (asked IS NULL) = (ask_by IS NULL) AND (asked IS NULL) = (ask_at IS NULL) AND (asked IS NULL) = (ask_status IS NULL)
);
--> statement-breakpoint
-- Whoever asks is never the second person.
ALTER TABLE risk_control ADD CONSTRAINT two_people CHECK (ask_status IS DISTINCT FROM 'approved' OR decided_by IS DISTINCT FROM ask_by);
--> statement-breakpoint
-- More than the first ten minutes, or none of an end, needs somebody who kept it.
ALTER TABLE risk_control ADD CONSTRAINT ends_by_itself CHECK (kept_by IS NOT NULL OR (until IS NOT NULL AND until <= set_at + 600000));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON risk_control TO candor_app;
--> statement-breakpoint
GRANT SELECT ON risk_control TO candor_system;
--> statement-breakpoint
ALTER TABLE risk_control ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE risk_control FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON risk_control TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON risk_control TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE FUNCTION keep_risk_control() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (OLD.tenant_id, OLD.id, OLD.target, OLD.mode, OLD.reason, OLD.set_by, OLD.set_at)
    IS DISTINCT FROM (NEW.tenant_id, NEW.id, NEW.target, NEW.mode, NEW.reason, NEW.set_by, NEW.set_at) THEN
    RAISE EXCEPTION 'a brake is set once, and is not changed after its end';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER set_once BEFORE UPDATE ON risk_control FOR EACH ROW EXECUTE FUNCTION keep_risk_control();
--> statement-breakpoint
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON risk_control FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
