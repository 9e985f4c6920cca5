ALTER TABLE "trader" ADD COLUMN "payouts_held_until" bigint;--> statement-breakpoint
ALTER TABLE "verification_code" ADD COLUMN "asker_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_code" ADD COLUMN "strange_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_code" DROP CONSTRAINT "verification_code_tenant_id_purpose_target_hash_pk";--> statement-breakpoint
ALTER TABLE "verification_code" ADD CONSTRAINT "verification_code_tenant_id_purpose_target_hash_asker_hash_pk" PRIMARY KEY("tenant_id","purpose","target_hash","asker_hash");--> statement-breakpoint
-- A decision looks in its own transaction whether whoever decides, and whoever decided first, still may.
GRANT SELECT (id, name, roles, disabled_at) ON operator TO candor_app;--> statement-breakpoint
GRANT SELECT (operator_id) ON operator_session TO candor_app;
