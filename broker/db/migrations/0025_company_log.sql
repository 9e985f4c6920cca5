CREATE TABLE "company_log" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"size" bigint NOT NULL,
	"link_seq" bigint NOT NULL,
	"checkpoint" text NOT NULL,
	"signed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_entry" (
	"tenant_id" text NOT NULL,
	"index" bigint NOT NULL,
	"receipt_id" bigint NOT NULL,
	"salt" "bytea",
	"entry" "bytea" NOT NULL,
	CONSTRAINT "log_entry_tenant_id_index_pk" PRIMARY KEY("tenant_id","index")
);
--> statement-breakpoint
CREATE TABLE "log_key" (
	"tenant_id" text NOT NULL,
	"key_id" text NOT NULL,
	"note_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "log_key_tenant_id_key_id_pk" PRIMARY KEY("tenant_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "log_tile" (
	"tenant_id" text NOT NULL,
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "log_tile_tenant_id_level_index_pk" PRIMARY KEY("tenant_id","level","index")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "log_entry_receipt" ON "log_entry" USING btree ("tenant_id","receipt_id");
--> statement-breakpoint
-- The log is written by the system alone: no call of anybody's reaches into it.
GRANT SELECT ON company_log, log_entry, log_tile TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON company_log, log_entry, log_tile, log_key TO candor_system;
--> statement-breakpoint
GRANT UPDATE ON company_log, log_tile TO candor_system;
--> statement-breakpoint
GRANT UPDATE (salt) ON log_entry TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['company_log','log_entry','log_tile','log_key'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON log_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION keep_company_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.tenant_id <> OLD.tenant_id OR NEW.origin <> OLD.origin OR NEW.size < OLD.size OR NEW.link_seq < OLD.link_seq THEN
    RAISE EXCEPTION 'a log only grows' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER only_grows BEFORE UPDATE ON company_log FOR EACH ROW EXECUTE FUNCTION keep_company_log();
--> statement-breakpoint
CREATE FUNCTION keep_log_tile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.level, NEW.index) IS DISTINCT FROM (OLD.tenant_id, OLD.level, OLD.index)
    OR substring(NEW.hashes for length(OLD.hashes)) <> OLD.hashes THEN
    RAISE EXCEPTION 'a tile only grows' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER only_grows BEFORE UPDATE ON log_tile FOR EACH ROW EXECUTE FUNCTION keep_log_tile();
--> statement-breakpoint
ALTER TABLE log_tile ADD CONSTRAINT whole_hashes CHECK (length(hashes) % 32 = 0 AND length(hashes) BETWEEN 32 AND 8192);
--> statement-breakpoint
-- The salt of what went with its account goes too, and nothing else ever changes.
CREATE FUNCTION keep_log_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.salt IS NOT NULL OR (NEW.tenant_id, NEW.index, NEW.receipt_id, NEW.entry) IS DISTINCT FROM (OLD.tenant_id, OLD.index, OLD.receipt_id, OLD.entry)
    OR EXISTS (SELECT 1 FROM receipt r WHERE r.tenant_id = OLD.tenant_id AND r.id = OLD.receipt_id) THEN
    RAISE EXCEPTION 'an entry of a log is written once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER written_once BEFORE UPDATE ON log_entry FOR EACH ROW EXECUTE FUNCTION keep_log_entry();
