CREATE TABLE "price_minute" (
	"minute" bigint PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_second" (
	"second" bigint NOT NULL,
	"begun" bigint NOT NULL,
	"ticks" integer NOT NULL,
	"lines" "bytea" NOT NULL,
	CONSTRAINT "price_second_second_begun_pk" PRIMARY KEY("second","begun")
);
--> statement-breakpoint
-- Prices belong to no company: everybody reads them, the market writes them. What is committed of a minute is for ever; its seconds go when they are old.
GRANT SELECT ON price_second, price_minute TO candor_app;--> statement-breakpoint
GRANT SELECT, INSERT ON price_second, price_minute TO candor_system;--> statement-breakpoint
GRANT DELETE ON price_second TO candor_system;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_minute FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER written_once BEFORE UPDATE OR TRUNCATE ON price_second FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE price_second ADD CONSTRAINT whole_second CHECK (second % 1000 = 0 AND begun < second + 1000 AND ticks >= 0);--> statement-breakpoint
ALTER TABLE price_minute ADD CONSTRAINT whole_minute CHECK (minute % 60000 = 0);
