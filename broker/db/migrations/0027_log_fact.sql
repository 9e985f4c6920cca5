CREATE TABLE "log_fact" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "log_fact_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"document" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "log_fact_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "log_entry" ALTER COLUMN "receipt_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "log_entry" ADD COLUMN "fact_id" bigint;--> statement-breakpoint
CREATE INDEX "log_fact_kind" ON "log_fact" USING btree ("tenant_id","kind","id");--> statement-breakpoint
CREATE UNIQUE INDEX "log_fact_document" ON "log_fact" USING btree ("tenant_id","kind","hash") WHERE kind NOT IN ('rules', 'terms');--> statement-breakpoint
CREATE UNIQUE INDEX "log_entry_fact" ON "log_entry" USING btree ("tenant_id","fact_id") WHERE fact_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "log_entry_facts" ON "log_entry" USING btree ("tenant_id","index") WHERE fact_id IS NOT NULL;--> statement-breakpoint
-- A fact is written in the transaction that makes it true, whoever's that is; nothing of it ever changes.
GRANT SELECT, INSERT ON log_fact TO candor_app, candor_system;--> statement-breakpoint
ALTER TABLE log_fact ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE log_fact FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY one_tenant ON log_fact TO candor_app USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
CREATE POLICY all_tenants ON log_fact TO candor_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_fact FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
ALTER TABLE log_fact ADD CONSTRAINT hash_of_document CHECK (
  hash ~ '^[0-9a-f]{64}$' AND (document IS NULL OR hash = encode(sha256(convert_to(document, 'UTF8')), 'hex'))
);--> statement-breakpoint
-- A statement and a decision are somebody's own.
ALTER TABLE log_fact ADD CONSTRAINT private_kinds CHECK (document IS NULL OR kind NOT IN ('statement', 'decision'));--> statement-breakpoint
ALTER TABLE log_entry ADD CONSTRAINT of_one CHECK (num_nonnulls(receipt_id, fact_id) = 1);--> statement-breakpoint
-- The salt of a receipt that went with its account goes too; a fact never goes, nor does its salt.
CREATE OR REPLACE FUNCTION keep_log_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.salt IS NOT NULL OR OLD.fact_id IS NOT NULL
    OR (NEW.tenant_id, NEW.index, NEW.receipt_id, NEW.fact_id, NEW.entry)
      IS DISTINCT FROM (OLD.tenant_id, OLD.index, OLD.receipt_id, OLD.fact_id, OLD.entry)
    OR EXISTS (SELECT 1 FROM receipt r WHERE r.tenant_id = OLD.tenant_id AND r.id = OLD.receipt_id) THEN
    RAISE EXCEPTION 'an entry of a log is written once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
