-- An id that a trader is told counts nothing: the millisecond it was drawn in, and ten bits that another sequence fills, from a
-- place that only this database knows and that is another one in every millisecond. No two are alike: a millisecond has room for
-- 1,024 of them. Their rows keep the ids they have; every new one is larger.
CREATE TABLE "id_secret" (
	"secret" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO id_secret VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
--> statement-breakpoint
CREATE SEQUENCE drawn_id_count;
--> statement-breakpoint
-- Runs as its owner: nobody else reads the secret or moves the sequence.
CREATE FUNCTION drawn_id() RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  moment bigint := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1767225600000; -- since 2026 began
  place bigint := (SELECT ('x' || left(md5(secret || moment), 8))::bit(32)::bigint FROM id_secret);
BEGIN
  RETURN moment * 1024 + (place + nextval('drawn_id_count')) % 1024;
END $$;
--> statement-breakpoint
ALTER TABLE "trade_order" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "trade_order" ALTER COLUMN "id" SET DEFAULT drawn_id();
--> statement-breakpoint
ALTER TABLE "trader" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "trader" ALTER COLUMN "id" SET DEFAULT drawn_id();
--> statement-breakpoint
ALTER TABLE "deposit" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "deposit" ALTER COLUMN "id" SET DEFAULT drawn_id();
--> statement-breakpoint
ALTER TABLE "notice" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "notice" ALTER COLUMN "id" SET DEFAULT drawn_id();
--> statement-breakpoint
ALTER TABLE "payout_method" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "payout_method" ALTER COLUMN "id" SET DEFAULT drawn_id();
--> statement-breakpoint
ALTER TABLE "withdrawal" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "withdrawal" ALTER COLUMN "id" SET DEFAULT drawn_id();
