CREATE TABLE "account_captchas" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"x" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_codes" (
	"mobile" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"validated_by" text,
	"validated_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_conflicts" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"mobile_account_id" uuid NOT NULL,
	"qr_code_account_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_deletions" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"identities" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delete_after" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_identities" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_identities_kind_value_pk" PRIMARY KEY("kind","value"),
	CONSTRAINT "account_identities_account" UNIQUE("account_id","kind")
);
--> statement-breakpoint
CREATE TABLE "account_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_partner_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"partner" text NOT NULL,
	"subject" text NOT NULL,
	"name" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_passwords" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_proofs" (
	"proof_hash" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"mobile" text,
	"used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_scenes" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"browser_hash" text NOT NULL,
	"user_agent" text,
	"state" text NOT NULL,
	"person" text,
	"account_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_captchas_expires_at_index" ON "account_captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_codes_expires_at_index" ON "account_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_conflicts_expires_at_index" ON "account_conflicts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_outbox_created_at_index" ON "account_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_partner_codes_expires_at_index" ON "account_partner_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_proofs_expires_at_index" ON "account_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_scenes_expires_at_index" ON "account_scenes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_tickets_expires_at_index" ON "account_tickets" USING btree ("expires_at");