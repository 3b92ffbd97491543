-- What a step costs is mostly what it asks the database for. An entry now finds its balance by itself, in one statement
-- with the check of its movement: nobody says any more what a balance was, so that nobody has to be held to it. Holding
-- and settling, which every job does, are written out line by line; what an account can spend is locked
-- beforehand.
DROP TRIGGER core_ledger_entries_keep_balances ON core_ledger_entries;
--> statement-breakpoint
DROP FUNCTION core_ledger_keep_balances();
--> statement-breakpoint
CREATE FUNCTION core_ledger_enter() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF NEW.account_id IS NULL THEN
    NEW.before := NULL;
    NEW.after := NULL;
    NEW.version := NULL;
    PERFORM FROM core_ledger_movements m
      WHERE m.id = NEW.movement_id AND m.unit = NEW.unit AND NEW.line BETWEEN 1 AND m.lines;
  ELSE
    UPDATE core_ledger_accounts a SET balance = a.balance + NEW.amount, version = a.version + 1
      FROM core_ledger_movements m
      WHERE a.account_id = NEW.account_id AND a.unit = NEW.unit AND a.side = NEW.side
        AND m.id = NEW.movement_id AND m.unit = NEW.unit AND NEW.line BETWEEN 1 AND m.lines
      RETURNING a.balance - NEW.amount, a.balance, a.version INTO NEW.before, NEW.after, NEW.version;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an entry of the ledger does not follow from its movement and from the balance before'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER core_ledger_entries_enter BEFORE INSERT ON core_ledger_entries
  FOR EACH ROW EXECUTE FUNCTION core_ledger_enter();
--> statement-breakpoint
-- Who has something of a unit has both sides of it, so that a hold need not look whether there is the other one.
INSERT INTO core_ledger_accounts (account_id, unit, side)
  SELECT DISTINCT account_id, unit, s.side FROM core_ledger_accounts, (VALUES ('available'), ('held')) AS s (side)
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- What a key has done before. Outcomes: `same`, where it is just this; `other`.
CREATE FUNCTION core_ledger_known(
  in_account uuid, in_key text, in_kind text, in_unit text, in_facts jsonb, in_hold uuid, in_corrects uuid,
  in_owners uuid[], in_amounts bigint[],
  OUT outcome text, OUT movement uuid, OUT before bigint, OUT after bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  SELECT m.id, CASE WHEN (m.kind, m.unit, m.facts, m.hold_id, m.corrects, array_agg(e.amount ORDER BY e.line),
          array_agg(e.account_id ORDER BY e.line))
        IS NOT DISTINCT FROM (in_kind, in_unit, in_facts, in_hold, in_corrects, in_amounts, in_owners)
      THEN 'same' ELSE 'other' END,
      min(e.before) FILTER (WHERE e.line = 1), min(e.after) FILTER (WHERE e.line = 1)
    INTO movement, outcome, before, after
    FROM core_ledger_movements m JOIN core_ledger_entries e ON e.movement_id = m.id
    WHERE m.account_id = in_account AND m.key = in_key GROUP BY m.id;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION core_ledger_post(
  in_kind text, in_account uuid, in_unit text, in_key text, in_facts jsonb, in_at timestamptz,
  in_owners uuid[], in_sides text[], in_amounts bigint[], in_hold uuid, in_corrects uuid,
  OUT outcome text, OUT movement uuid, OUT before bigint, OUT after bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  own record;
  known record;
BEGIN
  INSERT INTO core_ledger_accounts (account_id, unit, side)
    SELECT i.owner, in_unit, s.side FROM unnest(in_owners) AS i (owner), (VALUES ('available'), ('held')) AS s (side)
    WHERE i.owner IS NOT NULL ORDER BY i.owner, s.side ON CONFLICT DO NOTHING;
  FOR own IN SELECT i.line, a.balance, i.amount FROM core_ledger_accounts a
    JOIN unnest(in_owners, in_sides, in_amounts) WITH ORDINALITY AS i (owner, side, amount, line)
      ON a.account_id = i.owner AND a.side = i.side
    WHERE a.unit = in_unit ORDER BY a.account_id, a.side FOR UPDATE OF a
  LOOP
    IF own.line = 1 THEN
      after := own.balance + own.amount;
      before := coalesce(before, own.balance);
    END IF;
    IF own.balance + own.amount < 0 THEN
      outcome := 'short';
      before := own.balance;
    END IF;
  END LOOP;
  IF outcome IS NULL THEN
    movement := core_ledger_id();
    INSERT INTO core_ledger_movements (id, kind, account_id, unit, key, lines, hold_id, corrects, facts, at)
      VALUES (movement, in_kind, in_account, in_unit, in_key, cardinality(in_amounts), in_hold, in_corrects, in_facts, in_at)
      ON CONFLICT (account_id, key) DO NOTHING;
    IF FOUND THEN
      INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount)
        SELECT movement, i.line, i.owner, in_unit, i.side, i.amount
        FROM unnest(in_owners, in_sides, in_amounts) WITH ORDINALITY AS i (owner, side, amount, line) ORDER BY i.line;
      outcome := 'done';
      RETURN;
    END IF;
  END IF;
  known := core_ledger_known(in_account, in_key, in_kind, in_unit, in_facts, in_hold, in_corrects, in_owners, in_amounts);
  IF known.outcome IS NOT NULL THEN
    outcome := known.outcome;
    movement := known.movement;
    before := known.before;
    after := known.after;
  END IF;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION core_ledger_hold(
  in_account uuid, in_unit text, in_amount bigint, in_key text, in_facts jsonb, in_at timestamptz,
  in_job text, in_deadline timestamptz,
  OUT outcome text, OUT movement uuid, OUT before bigint, OUT after bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  known record;
BEGIN
  SELECT a.balance INTO before FROM core_ledger_accounts a
    WHERE a.account_id = in_account AND a.unit = in_unit AND a.side = 'available' FOR NO KEY UPDATE;
  IF before >= in_amount THEN
    movement := core_ledger_id();
    INSERT INTO core_ledger_movements (id, kind, account_id, unit, key, lines, facts, at)
      VALUES (movement, 'hold', in_account, in_unit, in_key, 2, in_facts, in_at)
      ON CONFLICT (account_id, key) DO NOTHING;
    IF FOUND THEN
      INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount) VALUES
        (movement, 1, in_account, in_unit, 'available', -in_amount),
        (movement, 2, in_account, in_unit, 'held', in_amount);
      INSERT INTO core_ledger_holds (id, account_id, unit, amount, job, deadline, at)
        VALUES (movement, in_account, in_unit, in_amount, in_job, in_deadline, in_at);
      outcome := 'done';
      after := before - in_amount;
      RETURN;
    END IF;
  END IF;
  known := core_ledger_known(in_account, in_key, 'hold', in_unit, in_facts, NULL, NULL, ARRAY[in_account, in_account],
    ARRAY[-in_amount, in_amount]);
  outcome := coalesce(known.outcome, 'short');
  movement := known.movement;
  before := CASE WHEN known.outcome IS NULL THEN coalesce(before, 0) ELSE known.before END;
  after := known.after;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION core_ledger_close(
  in_account uuid, in_hold uuid, in_used bigint, in_kind text, in_key text, in_facts jsonb, in_at timestamptz,
  OUT outcome text, OUT movement uuid, OUT held bigint, OUT spent bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  own_unit text;
  closing record;
BEGIN
  -- The balance is locked before the movement has its id, so that ids rise as balances change.
  SELECT h.unit, h.amount INTO own_unit, held FROM core_ledger_holds h
    JOIN core_ledger_accounts a ON a.account_id = h.account_id AND a.unit = h.unit AND a.side = 'available'
    WHERE h.id = in_hold AND h.account_id = in_account FOR UPDATE OF h FOR NO KEY UPDATE OF a;
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
  IF in_used NOT BETWEEN 0 AND held THEN
    outcome := 'beyond';
    RETURN;
  END IF;
  movement := core_ledger_id();
  spent := in_used;
  INSERT INTO core_ledger_movements (id, kind, account_id, unit, key, lines, hold_id, facts, at)
    VALUES (movement, in_kind, in_account, own_unit, in_key, CASE WHEN in_used IN (0, held) THEN 2 ELSE 3 END, in_hold,
      in_facts, in_at)
    ON CONFLICT (account_id, key) DO NOTHING;
  IF NOT FOUND THEN
    outcome := 'other';
    RETURN;
  END IF;
  -- Rows that are written out keep their plan; those of an array would be planned each time.
  IF in_used = 0 THEN
    INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount) VALUES
      (movement, 1, in_account, own_unit, 'available', held),
      (movement, 2, in_account, own_unit, 'held', -held);
  ELSIF in_used = held THEN
    INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount) VALUES
      (movement, 1, in_account, own_unit, 'held', -held),
      (movement, 2, NULL, own_unit, 'spent', in_used);
  ELSE
    INSERT INTO core_ledger_entries (movement_id, line, account_id, unit, side, amount) VALUES
      (movement, 1, in_account, own_unit, 'available', held - in_used),
      (movement, 2, in_account, own_unit, 'held', -held),
      (movement, 3, NULL, own_unit, 'spent', in_used);
  END IF;
  DELETE FROM core_ledger_holds h WHERE h.id = in_hold;
  outcome := 'done';
END
$$;
