-- What a session plans while the ledger is small it keeps when it has grown: every step would read whole tables then, and
-- take the longer the more there were before it. Looked up by index, it stays as quick as the first one.
ALTER FUNCTION core_ledger_post(text, uuid, text, text, jsonb, timestamptz, uuid[], text[], bigint[], uuid, uuid)
  SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION core_ledger_close(uuid, uuid, bigint, text, text, jsonb, timestamptz) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION core_ledger_check_movement() SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION core_ledger_check_closed() SET enable_seqscan = off;
