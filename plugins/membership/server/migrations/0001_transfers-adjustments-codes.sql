CREATE TABLE "membership_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"deed" jsonb NOT NULL,
	"reason" text NOT NULL,
	"key" uuid NOT NULL,
	"state" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "membership_adjustments_four_eyes" CHECK ("membership_adjustments"."decided_by" is null or "membership_adjustments"."decided_by" <> "membership_adjustments"."asked_by")
);
--> statement-breakpoint
CREATE TABLE "membership_code_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"benefit" jsonb NOT NULL,
	"count" integer NOT NULL,
	"uses" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"serial" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_redemptions" (
	"batch_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_redemptions_batch_id_account_id_pk" PRIMARY KEY("batch_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "membership_transfers" (
	"number" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"slip_file_id" uuid,
	"slip_at" timestamp with time zone,
	"reference" text,
	"amount" bigint,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "membership_orders" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "membership_adjustments" ADD CONSTRAINT "membership_adjustments_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_codes" ADD CONSTRAINT "membership_codes_batch_id_membership_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."membership_code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_redemptions" ADD CONSTRAINT "membership_redemptions_batch_id_membership_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."membership_code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_redemptions" ADD CONSTRAINT "membership_redemptions_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_redemptions" ADD CONSTRAINT "membership_redemptions_hash_membership_codes_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."membership_codes"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_adjustments_state" ON "membership_adjustments" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_adjustments_key" ON "membership_adjustments" USING btree ("asked_by","key");--> statement-breakpoint
CREATE INDEX "membership_adjustments_asked" ON "membership_adjustments" USING btree ("asked_by","asked_at");--> statement-breakpoint
CREATE INDEX "membership_codes_batch" ON "membership_codes" USING btree ("batch_id","serial");--> statement-breakpoint
CREATE TRIGGER membership_adjustments_kept BEFORE DELETE ON "membership_adjustments"
  FOR EACH ROW EXECUTE FUNCTION membership_refuse_change();--> statement-breakpoint
CREATE TRIGGER membership_adjustments_as_asked
  BEFORE UPDATE OF "id", "account_id", "deed", "reason", "asked_by", "asked_at" ON "membership_adjustments"
  FOR EACH ROW EXECUTE FUNCTION membership_refuse_change();--> statement-breakpoint
CREATE TRIGGER membership_redemptions_kept BEFORE DELETE ON "membership_redemptions"
  FOR EACH ROW EXECUTE FUNCTION membership_refuse_change();
