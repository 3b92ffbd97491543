CREATE TABLE "core_ledger_accounts" (
	"account_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"side" text NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "core_ledger_accounts_account_id_unit_side_pk" PRIMARY KEY("account_id","unit","side"),
	CONSTRAINT "core_ledger_accounts_not_negative" CHECK ("core_ledger_accounts"."balance" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "core_ledger_entries" (
	"movement_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"account_id" uuid,
	"unit" text NOT NULL,
	"side" text NOT NULL,
	"amount" bigint NOT NULL,
	"before" bigint,
	"after" bigint,
	"version" bigint,
	CONSTRAINT "core_ledger_entries_movement_id_line_pk" PRIMARY KEY("movement_id","line")
);
--> statement-breakpoint
CREATE TABLE "core_ledger_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"amount" bigint NOT NULL,
	"job" text NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_ledger_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"key" text NOT NULL,
	"lines" smallint NOT NULL,
	"hold_id" uuid,
	"corrects" uuid,
	"facts" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "core_ledger_accounts" ADD CONSTRAINT "core_ledger_accounts_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_ledger_entries_account" ON "core_ledger_entries" USING btree ("account_id","movement_id") WHERE "core_ledger_entries"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "core_ledger_holds_account" ON "core_ledger_holds" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "core_ledger_movements_key" ON "core_ledger_movements" USING btree ("account_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "core_ledger_movements_hold" ON "core_ledger_movements" USING btree ("hold_id") WHERE "core_ledger_movements"."hold_id" is not null;--> statement-breakpoint
CREATE INDEX "core_ledger_movements_corrects" ON "core_ledger_movements" USING btree ("corrects") WHERE "core_ledger_movements"."corrects" is not null;--> statement-breakpoint
CREATE FUNCTION core_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER core_ledger_movements_append_only BEFORE UPDATE OR DELETE ON core_ledger_movements
  FOR EACH ROW EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_movements_no_truncate BEFORE TRUNCATE ON core_ledger_movements
  FOR EACH STATEMENT EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_entries_append_only BEFORE UPDATE OR DELETE ON core_ledger_entries
  FOR EACH ROW EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_entries_no_truncate BEFORE TRUNCATE ON core_ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
-- Balances begin at nothing and stay; the trigger of entries alone, one level above, changes them.
CREATE TRIGGER core_ledger_accounts_begin BEFORE INSERT ON core_ledger_accounts
  FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.version <> 0) EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_accounts_by_entries BEFORE UPDATE ON core_ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_accounts_stay BEFORE DELETE ON core_ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_accounts_no_truncate BEFORE TRUNCATE ON core_ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
-- Of an open hold only the deadline changes.
CREATE TRIGGER core_ledger_holds_stay BEFORE UPDATE ON core_ledger_holds FOR EACH ROW
  WHEN ((NEW.id, NEW.account_id, NEW.unit, NEW.amount, NEW.job, NEW.at)
    IS DISTINCT FROM (OLD.id, OLD.account_id, OLD.unit, OLD.amount, OLD.job, OLD.at))
  EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER core_ledger_holds_no_truncate BEFORE TRUNCATE ON core_ledger_holds
  FOR EACH STATEMENT EXECUTE FUNCTION core_ledger_refuse();
--> statement-breakpoint
-- Entries change the balances that they belong to: each begins with what the one before ended with. A movement says how
-- many entries it has and has them all when it is committed, so that none can be added afterwards.
CREATE FUNCTION core_ledger_keep_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong bigint;
BEGIN
  WITH entered AS MATERIALIZED (
    SELECT n.account_id, n.unit, n.side, n.before, n.after, n.version FROM new_entries n
      JOIN core_ledger_movements m ON m.id = n.movement_id AND m.unit = n.unit AND n.line BETWEEN 1 AND m.lines
      WHERE CASE WHEN n.account_id IS NULL THEN (n.before, n.after, n.version) IS NOT DISTINCT FROM (NULL, NULL, NULL)
        ELSE n.after = n.before + n.amount END
  ), changed AS (
    UPDATE core_ledger_accounts a SET balance = e.after, version = e.version FROM entered e
      WHERE a.account_id = e.account_id AND a.unit = e.unit AND a.side = e.side
        AND a.balance = e.before AND a.version = e.version - 1
      RETURNING 1
  )
  SELECT (SELECT count(*) FROM new_entries) - (SELECT count(*) FROM entered WHERE account_id IS NULL)
    - (SELECT count(*) FROM changed) INTO wrong;
  IF wrong <> 0 THEN
    RAISE EXCEPTION 'an entry of the ledger does not follow from its movement and from the balance before'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER core_ledger_entries_keep_balances AFTER INSERT ON core_ledger_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION core_ledger_keep_balances();
--> statement-breakpoint
-- A movement is whole when it is committed: all of its entries are there and add up to nothing, each kind moves between
-- sides of its own, a hold is closed by what it held, and what is allotted stays in the family.
CREATE FUNCTION core_ledger_check_movement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted bigint;
  total numeric;
  shape text;
  own bigint;
  remains numeric;
BEGIN
  SELECT count(*) FILTER (WHERE movement_id = NEW.id), sum(amount) FILTER (WHERE movement_id = NEW.id),
      string_agg(side || CASE WHEN amount < 0 THEN '-' WHEN amount > 0 THEN '+' END, ' ' ORDER BY line)
        FILTER (WHERE movement_id = NEW.id),
      count(*) FILTER (WHERE movement_id = NEW.id AND CASE WHEN side IN ('available', 'held')
        THEN account_id = NEW.account_id ELSE account_id IS NULL END),
      sum(amount) FILTER (WHERE side = 'held' AND unit = NEW.unit AND account_id = NEW.account_id)
    INTO counted, total, shape, own, remains
    FROM core_ledger_entries WHERE movement_id IN (NEW.id, NEW.hold_id);
  IF counted <> NEW.lines OR total <> 0 THEN
    RAISE EXCEPTION 'movement % of the ledger is not balanced', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.kind = 'hold' THEN
    IF shape = 'available- held+' AND own = counted AND NEW.hold_id IS NULL AND NEW.corrects IS NULL THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.kind IN ('settle', 'release', 'expire') THEN
    IF own = counted AND remains = 0 AND NEW.hold_id IS NOT NULL AND NEW.corrects IS NULL
      AND (NEW.kind = 'settle') = (shape IN ('held- spent+', 'available+ held- spent+'))
      AND (NEW.kind <> 'settle') = (shape = 'available+ held-') THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.hold_id IS NOT NULL THEN
    NULL;
  ELSIF NEW.kind = 'correct' THEN
    IF shape IN ('available+ corrected-', 'available- corrected+') AND own = counted AND EXISTS (
      SELECT FROM core_ledger_entries e
      WHERE e.movement_id = NEW.corrects AND e.account_id = NEW.account_id AND e.unit = NEW.unit
    ) THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.corrects IS NOT NULL THEN
    NULL;
  ELSIF NEW.kind IN ('top-up', 'grant', 'allowance') THEN
    IF shape = 'available+ issued-' AND own = counted THEN
      RETURN NULL;
    END IF;
  ELSIF NEW.kind IN ('allot', 'take-back') THEN
    IF (NEW.kind, shape) IN (('allot', 'available- available+'), ('take-back', 'available+ available-')) AND own = 1
      AND EXISTS (
        SELECT FROM core_ledger_entries e JOIN core_accounts a ON a.id = e.account_id
        WHERE e.movement_id = NEW.id AND e.line = 2 AND a.parent_id = NEW.account_id
      ) THEN
      RETURN NULL;
    END IF;
  END IF;
  RAISE EXCEPTION 'movement % of the ledger is no %: %', NEW.id, NEW.kind, shape USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER core_ledger_movements_whole AFTER INSERT ON core_ledger_movements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION core_ledger_check_movement();
--> statement-breakpoint
-- An open hold leaves the list with the movement that closes it.
CREATE FUNCTION core_ledger_check_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM core_ledger_movements WHERE hold_id = OLD.id) THEN
    RAISE EXCEPTION 'hold % has no movement that closes it', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER core_ledger_holds_closed AFTER DELETE ON core_ledger_holds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION core_ledger_check_closed();
--> statement-breakpoint
-- A version 7 UUID whose twelve bits after the milliseconds are the fraction of one, so that those that are made one
-- after another rise.
CREATE FUNCTION core_ledger_id() RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  us bigint := extract(epoch FROM clock_timestamp()) * 1000000;
BEGIN
  RETURN encode(substring(int8send(us / 1000) FROM 3) || int2send((28672 + us % 1000 * 4096 / 1000)::int2)
    || substring(uuid_send(gen_random_uuid()) FROM 9), 'hex')::uuid;
END
$$;
--> statement-breakpoint
-- Posts a movement with its entries: two or three lines, of which a third one is the installation's. Whoever changes the
-- same balances waits here, always in the same order. Outcomes: `done`; `same`, for a key that has done just this before;
-- `other`, for one that has done something else; `short`, where an account has less than is to be taken from it: `before`
-- is what that has. Otherwise `before` and `after` are those of the first line.
CREATE FUNCTION core_ledger_post(
  in_kind text, in_account uuid, in_unit text, in_key text, in_facts jsonb, in_at timestamptz,
  in_owners uuid[], in_sides text[], in_amounts bigint[], in_hold uuid, in_corrects uuid,
  OUT outcome text, OUT movement uuid, OUT before bigint, OUT after bigint
) LANGUAGE plpgsql AS $$
DECLARE
  lines int := cardinality(in_amounts);
  befores bigint[];
  afters bigint[];
  versions bigint[];
  own record;
  known record;
BEGIN
  FOR attempt IN 1..2 LOOP
    befores := array_fill(NULL::bigint, ARRAY[lines]);
    afters := befores;
    versions := befores;
    FOR own IN SELECT a.account_id, a.side, a.balance, a.version FROM core_ledger_accounts a
      WHERE a.account_id IN (in_owners[1], in_owners[2]) AND a.unit = in_unit ORDER BY a.account_id, a.side FOR UPDATE
    LOOP
      FOR i IN 1..lines LOOP
        IF in_owners[i] = own.account_id AND in_sides[i] = own.side THEN
          befores[i] := own.balance;
          afters[i] := own.balance + in_amounts[i];
          versions[i] := own.version + 1;
        END IF;
      END LOOP;
    END LOOP;
    EXIT WHEN cardinality(array_remove(versions, NULL)) = cardinality(array_remove(in_owners, NULL));
    INSERT INTO core_ledger_accounts (account_id, unit, side)
      SELECT i.owner, in_unit, i.side FROM unnest(in_owners, in_sides) AS i (owner, side) WHERE i.owner IS NOT NULL
      ORDER BY i.owner, i.side ON CONFLICT DO NOTHING;
  END LOOP;
  IF afters[1] < 0 OR afters[2] < 0 THEN
    outcome := 'short';
    before := CASE WHEN afters[1] < 0 THEN befores[1] ELSE befores[2] END;
  ELSE
    movement := core_ledger_id();
    INSERT INTO core_ledger_movements (id, kind, account_id, unit, key, lines, hold_id, corrects, facts, at)
      VALUES (movement, in_kind, in_account, in_unit, in_key, lines, in_hold, in_corrects, in_facts, in_at)
      ON CONFLICT (account_id, key) DO NOTHING;
    IF FOUND THEN
      -- Rows that are written out keep their plan; those of an array would be planned each time.
      IF lines = 2 THEN
        INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount, before, after, version) VALUES
          (movement, 1, in_owners[1], in_unit, in_sides[1], in_amounts[1], befores[1], afters[1], versions[1]),
          (movement, 2, in_owners[2], in_unit, in_sides[2], in_amounts[2], befores[2], afters[2], versions[2]);
      ELSE
        INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount, before, after, version) VALUES
          (movement, 1, in_owners[1], in_unit, in_sides[1], in_amounts[1], befores[1], afters[1], versions[1]),
          (movement, 2, in_owners[2], in_unit, in_sides[2], in_amounts[2], befores[2], afters[2], versions[2]),
          (movement, 3, in_owners[3], in_unit, in_sides[3], in_amounts[3], befores[3], afters[3], versions[3]);
      END IF;
      outcome := 'done';
      before := befores[1];
      after := afters[1];
      RETURN;
    END IF;
  END IF;
  SELECT m.id, (m.kind, m.unit, m.facts, m.hold_id, m.corrects, array_agg(e.amount ORDER BY e.line),
        array_agg(e.account_id ORDER BY e.line))
      IS NOT DISTINCT FROM (in_kind, in_unit, in_facts, in_hold, in_corrects, in_amounts, in_owners) AS is_same,
      min(e.before) FILTER (WHERE e.line = 1) AS before, min(e.after) FILTER (WHERE e.line = 1) AS after
    INTO known FROM core_ledger_movements m JOIN core_ledger_entries e ON e.movement_id = m.id
    WHERE m.account_id = in_account AND m.key = in_key GROUP BY m.id;
  IF FOUND THEN
    outcome := CASE WHEN known.is_same THEN 'same' ELSE 'other' END;
    movement := known.id;
    before := known.before;
    after := known.after;
  END IF;
END
$$;
--> statement-breakpoint
-- Sets something aside for a job. Outcomes as those of core_ledger_post.
CREATE FUNCTION core_ledger_hold(
  in_account uuid, in_unit text, in_amount bigint, in_key text, in_facts jsonb, in_at timestamptz,
  in_job text, in_deadline timestamptz,
  OUT outcome text, OUT movement uuid, OUT before bigint, OUT after bigint
) LANGUAGE plpgsql AS $$
DECLARE
  posted record;
BEGIN
  posted := core_ledger_post('hold', in_account, in_unit, in_key, in_facts, in_at,
    ARRAY[in_account, in_account], ARRAY['available', 'held'], ARRAY[-in_amount, in_amount], NULL, NULL);
  outcome := posted.outcome;
  movement := posted.movement;
  before := posted.before;
  after := posted.after;
  IF outcome = 'done' THEN
    INSERT INTO core_ledger_holds (id, account_id, unit, amount, job, deadline, at)
      VALUES (movement, in_account, in_unit, in_amount, in_job, in_deadline, in_at);
  END IF;
END
$$;
--> statement-breakpoint
-- Closes a hold: what was used of it is spent, the rest goes back. Further outcomes: `closed`, where another key has closed
-- it; `beyond`, where more is said to be used than it holds; `missing`. `held` is what it held, `spent` what was used.
CREATE FUNCTION core_ledger_close(
  in_account uuid, in_hold uuid, in_used bigint, in_kind text, in_key text, in_facts jsonb, in_at timestamptz,
  OUT outcome text, OUT movement uuid, OUT held bigint, OUT spent bigint
) LANGUAGE plpgsql AS $$
DECLARE
  open_hold record;
  closing record;
  posted record;
  owners uuid[] := ARRAY[in_account];
  sides text[] := ARRAY['held'];
  amounts bigint[];
BEGIN
  SELECT h.unit, h.amount INTO open_hold FROM core_ledger_holds h
    WHERE h.id = in_hold AND h.account_id = in_account FOR UPDATE;
  IF NOT FOUND THEN
    SELECT m.id, m.key, m.kind, m.facts, -min(e.amount) FILTER (WHERE e.side = 'held') AS held,
        coalesce(sum(e.amount) FILTER (WHERE e.side = 'spent'), 0) AS spent
      INTO closing FROM core_ledger_movements m JOIN core_ledger_entries e ON e.movement_id = m.id
      WHERE m.hold_id = in_hold AND m.account_id = in_account GROUP BY m.id;
    outcome := CASE WHEN closing.id IS NULL THEN 'missing' WHEN closing.key <> in_key THEN 'closed'
      WHEN (closing.kind, closing.facts, closing.spent) = (in_kind, in_facts, in_used) THEN 'same' ELSE 'other' END;
    movement := closing.id;
    held := closing.held;
    spent := closing.spent;
    RETURN;
  END IF;
  held := open_hold.amount;
  IF in_used NOT BETWEEN 0 AND held THEN
    outcome := 'beyond';
    RETURN;
  END IF;
  amounts := ARRAY[-held];
  IF in_used < held THEN
    owners := in_account || owners;
    sides := 'available'::text || sides;
    amounts := (held - in_used) || amounts;
  END IF;
  IF in_used > 0 THEN
    owners := owners || NULL::uuid;
    sides := sides || 'spent'::text;
    amounts := amounts || in_used;
  END IF;
  posted := core_ledger_post(in_kind, in_account, open_hold.unit, in_key, in_facts, in_at, owners, sides, amounts, in_hold,
    NULL);
  outcome := CASE posted.outcome WHEN 'done' THEN 'done' ELSE 'other' END;
  movement := posted.movement;
  spent := in_used;
  IF outcome = 'done' THEN
    DELETE FROM core_ledger_holds h WHERE h.id = in_hold;
  END IF;
END
$$;
