CREATE TABLE "cover_fill" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cover_fill_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"instrument_code" text NOT NULL,
	"seq" integer NOT NULL,
	"provider_order_id" text NOT NULL,
	"exec_id" text NOT NULL,
	"fill_exec_id" text NOT NULL,
	"change" text NOT NULL,
	"quantity" bigint NOT NULL,
	"price" bigint NOT NULL,
	"held_quantity" bigint NOT NULL,
	"held_cost" numeric(60, 0) NOT NULL,
	"quote_result" numeric(60, 0) NOT NULL,
	"conversion_rate" numeric(38, 20) NOT NULL,
	"result" bigint NOT NULL,
	"transaction_id" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "cover_fill_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "cover_position" (
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"instrument_code" text NOT NULL,
	"quantity" bigint NOT NULL,
	"cost" numeric(60, 0) NOT NULL,
	"result" bigint NOT NULL,
	"fills" integer NOT NULL,
	CONSTRAINT "cover_position_tenant_id_provider_instrument_code_pk" PRIMARY KEY("tenant_id","provider","instrument_code")
);
--> statement-breakpoint
CREATE TABLE "provider_order" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"instrument_code" text NOT NULL,
	"side" text NOT NULL,
	"quantity" bigint NOT NULL,
	"limit_price" bigint,
	"purpose" text NOT NULL,
	"trader_id" bigint,
	"order_id" bigint,
	"status" text NOT NULL,
	"filled_quantity" bigint DEFAULT 0 NOT NULL,
	"average_price" bigint DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"final_kind" text,
	"final_quantity" bigint,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "provider_order_tenant" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "provider_report" (
	"provider" text NOT NULL,
	"exec_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "provider_report_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider_order_id" text NOT NULL,
	"tenant_id" text,
	"kind" text NOT NULL,
	"last_quantity" bigint NOT NULL,
	"last_price" bigint NOT NULL,
	"referred_exec_id" text,
	"reason" text NOT NULL,
	"provider_time" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "provider_report_provider_provider_order_id_exec_id_pk" PRIMARY KEY("provider","provider_order_id","exec_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_transaction" ALTER COLUMN "trader_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cover_fill" ADD CONSTRAINT "cover_fill_tenant_id_provider_instrument_code_cover_position_tenant_id_provider_instrument_code_fk" FOREIGN KEY ("tenant_id","provider","instrument_code") REFERENCES "public"."cover_position"("tenant_id","provider","instrument_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cover_fill" ADD CONSTRAINT "cover_fill_provider_provider_order_id_exec_id_provider_report_provider_provider_order_id_exec_id_fk" FOREIGN KEY ("provider","provider_order_id","exec_id") REFERENCES "public"."provider_report"("provider","provider_order_id","exec_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_order" ADD CONSTRAINT "provider_order_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_report" ADD CONSTRAINT "provider_report_tenant_id_provider_order_id_provider_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","provider_order_id") REFERENCES "public"."provider_order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cover_fill_place" ON "cover_fill" USING btree ("tenant_id","provider","instrument_code","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "cover_fill_change" ON "cover_fill" USING btree ("provider","provider_order_id","exec_id","fill_exec_id","change");--> statement-breakpoint
CREATE UNIQUE INDEX "cover_fill_transaction" ON "cover_fill" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "cover_fill_time" ON "cover_fill" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "provider_order_open" ON "provider_order" USING btree ("provider") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "provider_order_time" ON "provider_order" USING btree ("tenant_id","instrument_code","created_at");--> statement-breakpoint
CREATE INDEX "provider_order_order" ON "provider_order" USING btree ("tenant_id","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "provider_report_order" ON "provider_report" USING btree ("provider_order_id","seq");--> statement-breakpoint
CREATE INDEX "provider_report_time" ON "provider_report" USING btree ("provider","provider_time");--> statement-breakpoint
ALTER TABLE ledger_transaction ADD CONSTRAINT house_kinds CHECK ((trader_id IS NULL) = (kind IN ('cover_result', 'cover_resolution')) AND (trader_id IS NOT NULL OR NOT is_demo));
--> statement-breakpoint
ALTER TABLE provider_order ADD CONSTRAINT legal_order CHECK (
  id ~ '^[A-Za-z0-9-]{1,36}$' AND quantity > 0 AND limit_price > 0 AND filled_quantity >= 0 AND side IN ('buy', 'sell')
  AND purpose IN ('cover', 'open', 'close') AND (purpose = 'cover') = (trader_id IS NULL) AND (final_kind IS NULL) = (final_quantity IS NULL)
);
--> statement-breakpoint
ALTER TABLE cover_position ADD CONSTRAINT nothing_costs_nothing CHECK (quantity <> 0 OR cost = 0);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON provider_order, cover_position TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON provider_report, cover_fill TO candor_app;
--> statement-breakpoint
GRANT SELECT ON provider_order, provider_report, cover_position, cover_fill TO candor_system;
--> statement-breakpoint
-- What is reported of an order that is in nobody's books belongs to no company.
GRANT INSERT ON provider_report TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['provider_order','provider_report','cover_position','cover_fill'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON provider_report FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cover_fill FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON provider_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON cover_position FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was asked for is never changed, and what is over is not taken up again.
CREATE FUNCTION refuse_other_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.provider, NEW.instrument_code, NEW.side, NEW.quantity, NEW.limit_price, NEW.purpose, NEW.trader_id, NEW.order_id, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.provider, OLD.instrument_code, OLD.side, OLD.quantity, OLD.limit_price, OLD.purpose, OLD.trader_id, OLD.order_id, OLD.created_at)
      OR (OLD.ended_at IS NOT NULL AND NEW.ended_at IS DISTINCT FROM OLD.ended_at) THEN
    RAISE EXCEPTION 'what was asked of a provider is not changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER same_order BEFORE UPDATE ON provider_order FOR EACH ROW EXECUTE FUNCTION refuse_other_order();
