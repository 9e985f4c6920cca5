ALTER TABLE "feedback" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "words_language" text;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "words_screen" text;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "words_key" text;--> statement-breakpoint
CREATE INDEX "feedback_words" ON "feedback" USING btree ("tenant_id","words_language","id");--> statement-breakpoint
-- A wording names what it is about, and nothing else does. What was written never changes: the grant of 0009 names the columns that may.
ALTER TABLE feedback ADD CONSTRAINT feedback_words_kind CHECK (
  (kind = 'wording' AND words <> '' AND words_language IS NOT NULL)
  OR (kind <> 'wording' AND words IS NULL AND words_language IS NULL AND words_screen IS NULL AND words_key IS NULL)
);
