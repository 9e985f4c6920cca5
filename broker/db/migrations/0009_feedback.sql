CREATE TABLE "feedback" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"reference" text NOT NULL,
	"trader_id" bigint,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"picture_image_id" bigint,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"done_by" text,
	"done_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "feedback_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_tenant_id_trader_id_trader_tenant_id_id_fk" FOREIGN KEY ("tenant_id","trader_id") REFERENCES "public"."trader"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_tenant_id_picture_image_id_image_tenant_id_id_fk" FOREIGN KEY ("tenant_id","picture_image_id") REFERENCES "public"."image"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_reference" ON "feedback" USING btree ("tenant_id","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_picture" ON "feedback" USING btree ("tenant_id","picture_image_id");--> statement-breakpoint
CREATE INDEX "feedback_list" ON "feedback" USING btree ("tenant_id","status","id");--> statement-breakpoint
CREATE INDEX "feedback_trader" ON "feedback" USING btree ("tenant_id","trader_id","id");--> statement-breakpoint
-- What was written never changes: only its being done can be written, and that once.
GRANT SELECT, INSERT, UPDATE (status, note, done_by, done_at) ON feedback TO candor_app;
--> statement-breakpoint
GRANT SELECT ON feedback TO candor_system;
--> statement-breakpoint
ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE feedback FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY one_tenant ON feedback TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
CREATE POLICY all_tenants ON feedback TO candor_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE feedback ADD CONSTRAINT legal_feedback_status CHECK (
  (status = 'open' AND done_by IS NULL AND done_at IS NULL AND note = '')
  OR (status = 'done' AND done_by IS NOT NULL AND done_at IS NOT NULL AND note <> '')
);
--> statement-breakpoint
-- A picture belongs to an account; a visitor has none to give.
ALTER TABLE feedback ADD CONSTRAINT feedback_picture_owner CHECK (picture_image_id IS NULL OR trader_id IS NOT NULL);
