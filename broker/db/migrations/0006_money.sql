CREATE TABLE "article" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "article_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"publish_at" bigint,
	"texts" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "article_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "desk_claim" (
	"tenant_id" text NOT NULL,
	"object" text NOT NULL,
	"operator_name" text NOT NULL,
	"until" bigint NOT NULL,
	CONSTRAINT "desk_claim_tenant_id_object_pk" PRIMARY KEY("tenant_id","object")
);
--> statement-breakpoint
CREATE TABLE "operator" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" bigint,
	"roles" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"disabled_at" bigint
);
--> statement-breakpoint
CREATE TABLE "operator_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operator_id" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_change" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "setting_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"area" text NOT NULL,
	"target" text,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"decided_by" text,
	"decided_at" bigint,
	CONSTRAINT "setting_change_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "tenant_setting" (
	"tenant_id" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "tenant_setting_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);
--> statement-breakpoint
CREATE TABLE "collection_account" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "collection_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"coin" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_address" text NOT NULL,
	"bank_swift" text NOT NULL,
	"payee_name" text NOT NULL,
	"payee_account" text NOT NULL,
	"bank_remark" text NOT NULL,
	"usdt_rate" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "collection_account_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "deposit" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deposit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"protocol" text NOT NULL,
	"network_id" bigint,
	"account_id" bigint,
	"target" jsonb NOT NULL,
	"usdt_rate" bigint NOT NULL,
	"proof_image_id" bigint NOT NULL,
	"status" smallint NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"credited_amount" bigint,
	"first_approved_by" text,
	"first_approved_amount" bigint,
	"first_approved_at" bigint,
	"decided_by" text,
	"decided_at" bigint,
	"transaction_id" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "deposit_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "deposit_network" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deposit_network_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"currency_code" text NOT NULL,
	"protocol_code" text NOT NULL,
	"address" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "deposit_network_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"read_at" bigint,
	CONSTRAINT "notice_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "payout_method" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payout_method_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"withdraw_currency_id" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"protocol" text NOT NULL,
	"address" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_address" text NOT NULL,
	"bank_swift" text NOT NULL,
	"payee_name" text NOT NULL,
	"payee_account" text NOT NULL,
	"created_at" bigint NOT NULL,
	"usable_from" bigint NOT NULL,
	"deleted_at" bigint,
	CONSTRAINT "payout_method_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "withdraw_currency" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "withdraw_currency_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"type" smallint NOT NULL,
	"code" text NOT NULL,
	"protocol" text NOT NULL,
	"fee_type" text NOT NULL,
	"draw_rate" bigint NOT NULL,
	"usd_price" bigint NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "withdraw_currency_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"fee_type" text NOT NULL,
	"draw_rate" bigint NOT NULL,
	"usd_price" bigint NOT NULL,
	"receivable" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"protocol" text NOT NULL,
	"payout_method_id" bigint NOT NULL,
	"address" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_address" text NOT NULL,
	"bank_swift" text NOT NULL,
	"payee_name" text NOT NULL,
	"payee_account" text NOT NULL,
	"method_created_at" bigint NOT NULL,
	"memo" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"status" smallint NOT NULL,
	"ended_as" text,
	"first_approved_by" text,
	"first_approved_at" bigint,
	"decided_by" text,
	"decided_at" bigint,
	"request_transaction_id" bigint NOT NULL,
	"end_transaction_id" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "withdrawal_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "frozen_by" text;--> statement-breakpoint
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit" ADD CONSTRAINT "deposit_tenant_id_proof_image_id_image_tenant_id_id_fk" FOREIGN KEY ("tenant_id","proof_image_id") REFERENCES "public"."image"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_method" ADD CONSTRAINT "payout_method_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_method" ADD CONSTRAINT "payout_method_tenant_id_withdraw_currency_id_withdraw_currency_tenant_id_id_fk" FOREIGN KEY ("tenant_id","withdraw_currency_id") REFERENCES "public"."withdraw_currency"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_tenant_id_payout_method_id_payout_method_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payout_method_id") REFERENCES "public"."payout_method"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_shown" ON "article" USING btree ("tenant_id","kind","publish_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_name" ON "operator" USING btree ("name");--> statement-breakpoint
CREATE INDEX "setting_change_queue" ON "setting_change" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_transaction" ON "deposit" USING btree ("tenant_id","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_proof" ON "deposit" USING btree ("tenant_id","proof_image_id");--> statement-breakpoint
CREATE INDEX "deposit_queue" ON "deposit" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "deposit_trader" ON "deposit" USING btree ("tenant_id","trader_id","type","id");--> statement-breakpoint
CREATE INDEX "notice_trader" ON "notice" USING btree ("tenant_id","trader_id","id");--> statement-breakpoint
CREATE INDEX "notice_unread" ON "notice" USING btree ("tenant_id","trader_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "payout_method_trader" ON "payout_method" USING btree ("tenant_id","trader_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_request" ON "withdrawal" USING btree ("tenant_id","request_transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_end" ON "withdrawal" USING btree ("tenant_id","end_transaction_id");--> statement-breakpoint
CREATE INDEX "withdrawal_queue" ON "withdrawal" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "withdrawal_trader" ON "withdrawal" USING btree ("tenant_id","trader_id","type","id");