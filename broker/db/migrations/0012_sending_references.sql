ALTER TABLE "idempotency_key" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "code" integer;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "object" text;--> statement-breakpoint
CREATE INDEX "idempotency_key_reference" ON "idempotency_key" USING btree ("tenant_id","reference") WHERE reference is not null;