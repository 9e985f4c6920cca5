CREATE TABLE "routed_order" (
	"id" bigint DEFAULT drawn_id() NOT NULL,
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"reason" text NOT NULL,
	"reverses" boolean NOT NULL,
	"lots" bigint NOT NULL,
	"provider" text NOT NULL,
	"provider_order_id" text,
	"limit_price" bigint,
	"mark_up" bigint NOT NULL,
	"fee_type" text,
	"fee_rate" bigint,
	"quote" jsonb NOT NULL,
	"outcome" text,
	"result_order_id" bigint,
	"opened_order_id" bigint,
	"filled_lots" bigint,
	"provider_price" bigint,
	"refusal" text,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "routed_order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
DROP INDEX "ledger_transaction_order_kind";--> statement-breakpoint
ALTER TABLE "trade_order" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "trade_order" ADD COLUMN "under_way" text;--> statement-breakpoint
ALTER TABLE "routed_order" ADD CONSTRAINT "routed_order_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routed_order" ADD CONSTRAINT "routed_order_tenant_id_order_id_trade_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."trade_order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "routed_order" ADD CONSTRAINT "routed_order_tenant_id_provider_order_id_provider_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","provider_order_id") REFERENCES "public"."provider_order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "routed_order_under_way" ON "routed_order" USING btree ("tenant_id","order_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "routed_order_provider_order" ON "routed_order" USING btree ("tenant_id","provider_order_id");--> statement-breakpoint
CREATE INDEX "routed_order_order" ON "routed_order" USING btree ("tenant_id","order_id","id");--> statement-breakpoint
CREATE INDEX "routed_order_result" ON "routed_order" USING btree ("tenant_id","result_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transaction_order_kind" ON "ledger_transaction" USING btree ("tenant_id","order_id","kind") WHERE order_id is not null and kind not in ('funding', 'order_reserve', 'order_release');--> statement-breakpoint
ALTER TABLE trade_order DROP CONSTRAINT legal_status;
--> statement-breakpoint
ALTER TABLE trade_order ADD CONSTRAINT legal_status CHECK (
  (status = 0 AND (pending_kind IS NOT NULL OR under_way IS NOT NULL) AND completed_at IS NULL AND close_reason IS NULL)
  OR (status = 1 AND completed_at IS NULL AND close_reason IS NULL AND fill_price > 0)
  OR (status = 3 AND completed_at IS NOT NULL AND close_reason IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE trade_order ADD CONSTRAINT legal_under_way CHECK (
  under_way IS NULL OR (NOT is_demo AND provider IS NOT NULL AND ((under_way = 'open' AND status = 0) OR (under_way = 'close' AND status = 1)))
);
--> statement-breakpoint
ALTER TABLE routed_order ADD CONSTRAINT legal_route CHECK (
  lots > 0 AND mark_up >= 0 AND (ended_at IS NULL) = (outcome IS NULL)
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON routed_order TO candor_app;
--> statement-breakpoint
GRANT SELECT ON routed_order TO candor_system;
--> statement-breakpoint
ALTER TABLE routed_order ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE routed_order FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON routed_order TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON routed_order TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE FUNCTION refuse_rewriting_route() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR OLD.provider_order_id IS DISTINCT FROM NEW.provider_order_id AND OLD.provider_order_id IS NOT NULL
    OR (OLD.order_id, OLD.lots, OLD.purpose, OLD.mark_up, OLD.quote) IS DISTINCT FROM (NEW.order_id, NEW.lots, NEW.purpose, NEW.mark_up, NEW.quote) THEN
    RAISE EXCEPTION 'what was asked of a provider is not rewritten' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER decided_once BEFORE UPDATE ON routed_order FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_route();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON routed_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
