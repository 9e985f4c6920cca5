ALTER TABLE "order_refusal" ADD COLUMN "created_at" bigint;--> statement-breakpoint
ALTER TABLE "order_refusal" ADD COLUMN "facts" text;--> statement-breakpoint
CREATE INDEX "order_refusal_created" ON "order_refusal" USING btree ("created_at");