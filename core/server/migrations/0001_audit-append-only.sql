CREATE FUNCTION core_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'core_audit is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER core_audit_append_only BEFORE UPDATE OR DELETE ON core_audit
  FOR EACH ROW EXECUTE FUNCTION core_audit_refuse();
--> statement-breakpoint
CREATE TRIGGER core_audit_no_truncate BEFORE TRUNCATE ON core_audit
  FOR EACH STATEMENT EXECUTE FUNCTION core_audit_refuse();
