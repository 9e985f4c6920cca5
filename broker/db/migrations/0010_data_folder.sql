CREATE TABLE "data_folder" (
	"id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Written once, by the first node that serves.
GRANT SELECT, INSERT ON data_folder TO candor_system;
