CREATE TABLE "audit_event" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "audit_event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "candle" (
	"code" text NOT NULL,
	"period" text NOT NULL,
	"time" bigint NOT NULL,
	"open" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"volume" bigint NOT NULL,
	CONSTRAINT "candle_code_period_time_pk" PRIMARY KEY("code","period","time")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"tenant_id" text NOT NULL,
	"scope" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"parameters_hash" text NOT NULL,
	"reply" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "idempotency_key_tenant_id_scope_call_key_pk" PRIMARY KEY("tenant_id","scope","call","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"trader_id" bigint,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_transaction" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transaction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"is_demo" boolean NOT NULL,
	"kind" text NOT NULL,
	"order_id" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "ledger_transaction_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "market_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"revoked_at" bigint,
	"user_agent" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "socket_ticket" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"session_hash" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_order" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "trade_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"is_demo" boolean NOT NULL,
	"instrument_code" text NOT NULL,
	"side" text NOT NULL,
	"status" smallint NOT NULL,
	"pending_kind" text,
	"lots" bigint NOT NULL,
	"leverage" integer,
	"margin_mode" text NOT NULL,
	"contract_size" bigint NOT NULL,
	"quote_currency" text NOT NULL,
	"price_precision" smallint NOT NULL,
	"requested_price" bigint NOT NULL,
	"fill_price" bigint NOT NULL,
	"close_price" bigint,
	"stop_loss" bigint NOT NULL,
	"take_profit" bigint NOT NULL,
	"margin" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"profit" bigint,
	"conversion_rate" numeric(38, 20) NOT NULL,
	"close_conversion_rate" numeric(38, 20),
	"quote_source" text NOT NULL,
	"quote_seq" bigint NOT NULL,
	"close_reason" text,
	"parent_id" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"completed_at" bigint,
	CONSTRAINT "trade_order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "trader" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "trader_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"uid" text NOT NULL,
	"email" text,
	"mobile" text,
	"password_hash" text,
	"is_demo" boolean NOT NULL,
	"demo_id_hash" text,
	"invite_code" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "trader_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "trading_account" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"is_demo" boolean NOT NULL,
	"balance" bigint NOT NULL,
	"locked_margin" bigint NOT NULL,
	"locked_withdrawal" bigint NOT NULL,
	"open_orders" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "trading_account_tenant_id_trader_id_pk" PRIMARY KEY("tenant_id","trader_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_tenant_id_transaction_id_ledger_transaction_tenant_id_id_fk" FOREIGN KEY ("tenant_id","transaction_id") REFERENCES "public"."ledger_transaction"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transaction" ADD CONSTRAINT "ledger_transaction_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_ticket" ADD CONSTRAINT "socket_ticket_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_order" ADD CONSTRAINT "trade_order_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trading_account" ADD CONSTRAINT "trading_account_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entry_transaction" ON "ledger_entry" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_trader" ON "ledger_entry" USING btree ("tenant_id","trader_id","account");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transaction_order_kind" ON "ledger_transaction" USING btree ("tenant_id","order_id","kind") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_transaction_trader" ON "ledger_transaction" USING btree ("tenant_id","trader_id","id");--> statement-breakpoint
CREATE INDEX "session_trader" ON "session" USING btree ("tenant_id","trader_id");--> statement-breakpoint
CREATE INDEX "trade_order_open" ON "trade_order" USING btree ("tenant_id","trader_id","id") WHERE status <> 3;--> statement-breakpoint
CREATE INDEX "trade_order_history" ON "trade_order" USING btree ("tenant_id","trader_id","completed_at","id") WHERE status = 3;--> statement-breakpoint
CREATE UNIQUE INDEX "trader_uid" ON "trader" USING btree ("tenant_id","uid");--> statement-breakpoint
CREATE UNIQUE INDEX "trader_email" ON "trader" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "trader_mobile" ON "trader" USING btree ("tenant_id","mobile");--> statement-breakpoint
CREATE UNIQUE INDEX "trader_demo_id" ON "trader" USING btree ("tenant_id","demo_id_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "trader_invite_code" ON "trader" USING btree ("tenant_id","invite_code");