CREATE TABLE "schema_floor" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"migration" integer NOT NULL
);
--> statement-breakpoint
-- Counts that are worth nothing after a crash: not written ahead, so that a sign-in costs no more than it did.
CREATE UNLOGGED TABLE "budget" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "budget_expire" ON "budget" USING btree ("expire");--> statement-breakpoint
-- They belong to no company and hold nobody's name.
GRANT SELECT, INSERT, UPDATE, DELETE ON budget TO candor_system;--> statement-breakpoint
-- Only who migrates reads and writes the floor: the owner of the tables.
ALTER TABLE schema_floor ADD CONSTRAINT one_row CHECK (single);
