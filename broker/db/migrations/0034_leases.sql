CREATE TABLE "cluster_node" (
	"id" text PRIMARY KEY NOT NULL,
	"roles" text[] NOT NULL,
	"alive_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lease" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"epoch" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON cluster_node TO candor_system;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON lease TO candor_system;--> statement-breakpoint
-- A holder comes with an epoch of its own, and no epoch comes again.
CREATE FUNCTION refuse_old_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch < OLD.epoch OR NEW.name <> OLD.name
     OR (NEW.holder IS NOT NULL AND NEW.holder IS DISTINCT FROM OLD.holder AND NEW.epoch = OLD.epoch) THEN
    RAISE EXCEPTION 'lease % has been at epoch %', OLD.name, OLD.epoch USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER grows BEFORE UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION refuse_old_epoch();--> statement-breakpoint
-- The row stays as it is until the transaction that asks has ended: nobody holds the next epoch before. Also for a tenant's transaction,
-- which may not read the table. A process that stands still in the middle of it holds nobody up: its session is ended.
CREATE FUNCTION hold_epoch(wanted text, held bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM lease WHERE lease.name = wanted AND lease.epoch = held AND lease.holder IS NOT NULL FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM set_config('idle_in_transaction_session_timeout', '2000', true);
  RETURN true;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION hold_epoch(text, bigint) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION hold_epoch(text, bigint) TO candor_app, candor_system;
