ALTER TABLE "tick_log" ADD COLUMN "source_time" bigint;
