CREATE TABLE "account_key" (
	"key_hash" text NOT NULL,
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "account_key_tenant_id_key_hash_pk" PRIMARY KEY("tenant_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "captcha" (
	"tenant_id" text NOT NULL,
	"id_hash" text NOT NULL,
	"answer_hash" text NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "captcha_tenant_id_id_hash_pk" PRIMARY KEY("tenant_id","id_hash")
);
--> statement-breakpoint
CREATE TABLE "identity_case" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "identity_case_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"status" smallint NOT NULL,
	"sealed" text NOT NULL,
	"front_image_id" bigint NOT NULL,
	"reverse_image_id" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"submitted_at" bigint NOT NULL,
	"decided_at" bigint,
	CONSTRAINT "identity_case_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "image_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"store_key" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_for" text,
	"deleted_at" bigint,
	CONSTRAINT "image_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "image_reference" (
	"tenant_id" text NOT NULL,
	"reference_hash" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"image_id" bigint NOT NULL,
	"is_for_use" boolean NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "image_reference_tenant_id_reference_hash_pk" PRIMARY KEY("tenant_id","reference_hash")
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"first_seen_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	CONSTRAINT "known_device_tenant_id_trader_id_device_hash_pk" PRIMARY KEY("tenant_id","trader_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"recipient_hash" text NOT NULL,
	"status" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" bigint NOT NULL,
	"expires_at" bigint,
	"last_error" text,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	CONSTRAINT "message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"tenant_id" text NOT NULL,
	"trader_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" bigint,
	CONSTRAINT "recovery_code_tenant_id_trader_id_code_hash_pk" PRIMARY KEY("tenant_id","trader_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "tenant_key" (
	"tenant_id" text NOT NULL,
	"purpose" text NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "tenant_key_tenant_id_purpose_pk" PRIMARY KEY("tenant_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "verification_code" (
	"tenant_id" text NOT NULL,
	"purpose" text NOT NULL,
	"target_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sent_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "verification_code_tenant_id_purpose_target_hash_pk" PRIMARY KEY("tenant_id","purpose","target_hash")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "public_id" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "step_up_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "contact_mobile" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "invited_by" bigint;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "language" text DEFAULT 'hk' NOT NULL;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "contact_proven_at" bigint;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "password_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "two_step_secret" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "two_step_since" bigint;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "two_step_last_step" bigint;--> statement-breakpoint
ALTER TABLE "account_key" ADD CONSTRAINT "account_key_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_case" ADD CONSTRAINT "identity_case_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image" ADD CONSTRAINT "image_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_reference" ADD CONSTRAINT "image_reference_tenant_id_image_id_image_tenant_id_id_fk" FOREIGN KEY ("tenant_id","image_id") REFERENCES "public"."image"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_case_open" ON "identity_case" USING btree ("tenant_id","trader_id") WHERE status in (1, 2);--> statement-breakpoint
CREATE INDEX "identity_case_queue" ON "identity_case" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "image_trader" ON "image" USING btree ("tenant_id","trader_id","created_at");--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree ("next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "message_recipient" ON "message" USING btree ("tenant_id","recipient_hash","id");--> statement-breakpoint
CREATE INDEX "trader_invited_by" ON "trader" USING btree ("tenant_id","invited_by");