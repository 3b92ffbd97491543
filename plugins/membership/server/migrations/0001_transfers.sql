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
ALTER TABLE "membership_orders" ADD COLUMN "note" text;