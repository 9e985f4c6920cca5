CREATE TABLE "fix_message" (
	"session_id" text NOT NULL,
	"seq" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"sent_at" text NOT NULL,
	CONSTRAINT "fix_message_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "fix_session" (
	"id" text PRIMARY KEY NOT NULL,
	"next_in" integer NOT NULL,
	"next_out" integer NOT NULL,
	"started_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fix_message" ADD CONSTRAINT "fix_message_session_id_fix_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."fix_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE fix_session ADD CONSTRAINT fix_numbers_begin_with_one CHECK (next_in >= 1 AND next_out >= 1);
--> statement-breakpoint
-- The connections of the house alone, never on behalf of a caller; a session is never taken away, for its numbers would be used again.
GRANT SELECT, INSERT, UPDATE ON fix_session TO candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON fix_message TO candor_system;
