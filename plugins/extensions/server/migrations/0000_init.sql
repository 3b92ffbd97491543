CREATE TABLE "extensions_developer_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "extensions_tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"source" text NOT NULL,
	"packed" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "extensions_developer_keys_expires_at_index" ON "extensions_developer_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "extensions_tickets_expires_at_index" ON "extensions_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "extensions_tickets_account_id_index" ON "extensions_tickets" USING btree ("account_id");