CREATE TABLE "voices_left_copies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service" text NOT NULL,
	"voice" text,
	"reference" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "voices_left_copies_of" ON "voices_left_copies" USING btree ("service","reference");--> statement-breakpoint
CREATE INDEX "voices_left_copies_due" ON "voices_left_copies" USING btree ("due_at");--> statement-breakpoint
-- What deletes a voice, such as its account being erased, leaves what services keep of it to be deleted there. One that may
-- still be made at this moment is looked for a while later.
CREATE FUNCTION voices_leave_copies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO voices_left_copies (service, voice, reference, due_at)
  SELECT copy->>'service', copy->>'voice', old.id,
    now() + CASE WHEN copy->>'voice' IS NULL THEN interval '15 minutes' ELSE interval '0' END
  FROM jsonb_array_elements(old.copies) AS copy
  WHERE coalesce((copy->>'isKept')::boolean, true)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER voices_clones_leave_copies AFTER DELETE ON voices_clones
  FOR EACH ROW EXECUTE FUNCTION voices_leave_copies();
