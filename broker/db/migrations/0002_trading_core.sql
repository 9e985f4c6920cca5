CREATE TABLE "audit_link" (
	"tenant_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"items" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "audit_link_tenant_id_seq_pk" PRIMARY KEY("tenant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "ranking_profile" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"shows_name" boolean NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "ranking_profile_tenant_id_trader_id_pk" PRIMARY KEY("tenant_id","trader_id")
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "receipt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"order_id" bigint,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"ticks" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "receipt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "receipt_key" (
	"tenant_id" text NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "receipt_key_tenant_id_key_id_pk" PRIMARY KEY("tenant_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "tick_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tick_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"source" text NOT NULL,
	"seq" bigint NOT NULL,
	"bid" bigint NOT NULL,
	"ask" bigint NOT NULL,
	"last" bigint NOT NULL,
	"time" bigint NOT NULL,
	"verdict" text NOT NULL,
	"logged_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trade_order" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "trade_order" ADD COLUMN "trailing_distance" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trade_order" ADD COLUMN "opened_at" bigint;--> statement-breakpoint
ALTER TABLE "trading_account" ADD COLUMN "margin_call_level" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trading_account" ADD COLUMN "receipt_hash" text;--> statement-breakpoint
ALTER TABLE "ranking_profile" ADD CONSTRAINT "ranking_profile_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_chain" ON "receipt" USING btree ("tenant_id","trader_id","previous_hash");--> statement-breakpoint
CREATE INDEX "receipt_order" ON "receipt" USING btree ("tenant_id","order_id","id");--> statement-breakpoint
CREATE INDEX "tick_log_code" ON "tick_log" USING btree ("code","source","seq");