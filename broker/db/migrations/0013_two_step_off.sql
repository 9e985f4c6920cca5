ALTER TABLE "trader" ADD COLUMN "two_step_off_by" text;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "two_step_off_at" bigint;--> statement-breakpoint
ALTER TABLE "trader" ADD COLUMN "two_step_off_reason" text;