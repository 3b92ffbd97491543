CREATE TABLE "membership_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"account_id" uuid NOT NULL,
	"purchase" jsonb NOT NULL,
	"carried" jsonb,
	"price_list_id" uuid,
	"price" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"currency" text NOT NULL,
	"service" text NOT NULL,
	"way" jsonb,
	"state" text NOT NULL,
	"reason" text,
	"deadline" timestamp with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"transaction" text,
	"paid_amount" bigint,
	"paid_currency" text,
	"paid_at" timestamp with time zone,
	"fulfilled_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_orders_amounts" CHECK ("membership_orders"."price" > 0 and "membership_orders"."fee" >= 0)
);
--> statement-breakpoint
CREATE TABLE "membership_price_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"holds_from" timestamp with time zone NOT NULL,
	"prices" jsonb NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_reconciliations" (
	"day" text PRIMARY KEY NOT NULL,
	"orders" bigint NOT NULL,
	"differences" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_stripe_sessions" (
	"number" text PRIMARY KEY NOT NULL,
	"session" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_trial_payments" (
	"number" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "membership_orders" ADD CONSTRAINT "membership_orders_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_orders" ADD CONSTRAINT "membership_orders_price_list_id_membership_price_lists_id_fk" FOREIGN KEY ("price_list_id") REFERENCES "public"."membership_price_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_orders_number" ON "membership_orders" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_orders_transaction" ON "membership_orders" USING btree ("service","transaction") WHERE "membership_orders"."transaction" is not null;--> statement-breakpoint
CREATE INDEX "membership_orders_account" ON "membership_orders" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "membership_orders_deadline" ON "membership_orders" USING btree ("deadline") WHERE "membership_orders"."deadline" is not null;--> statement-breakpoint
CREATE INDEX "membership_price_lists_holds" ON "membership_price_lists" USING btree ("holds_from","id");--> statement-breakpoint
CREATE FUNCTION membership_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: price lists are append-only, and orders keep what they were made with', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER membership_price_lists_append_only BEFORE UPDATE OR DELETE ON "membership_price_lists"
  FOR EACH ROW EXECUTE FUNCTION membership_refuse_change();--> statement-breakpoint
CREATE TRIGGER membership_orders_kept BEFORE DELETE ON "membership_orders"
  FOR EACH ROW EXECUTE FUNCTION membership_refuse_change();--> statement-breakpoint
CREATE TRIGGER membership_orders_as_made
  BEFORE UPDATE OF "number", "account_id", "purchase", "price", "fee", "currency", "service", "price_list_id" ON "membership_orders"
  FOR EACH ROW WHEN (
    (OLD."number", OLD."account_id", OLD."purchase", OLD."price", OLD."fee", OLD."currency", OLD."service", OLD."price_list_id")
    IS DISTINCT FROM
    (NEW."number", NEW."account_id", NEW."purchase", NEW."price", NEW."fee", NEW."currency", NEW."service", NEW."price_list_id")
  ) EXECUTE FUNCTION membership_refuse_change();
