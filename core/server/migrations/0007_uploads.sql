CREATE TABLE "core_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"address" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"fields" jsonb NOT NULL,
	"accept" jsonb,
	"received" bigint DEFAULT 0 NOT NULL,
	"remote" jsonb,
	"turn" integer DEFAULT 0 NOT NULL,
	"outcome" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "core_uploads_account" ON "core_uploads" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "core_uploads_expires" ON "core_uploads" USING btree ("expires_at");