CREATE TABLE "membership_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"filter" jsonb NOT NULL,
	"format" text NOT NULL,
	"zone" text NOT NULL,
	"language" text NOT NULL,
	"file_id" uuid,
	"rows" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "membership_exports" ADD CONSTRAINT "membership_exports_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_exports" ADD CONSTRAINT "membership_exports_file_id_core_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."core_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "membership_exports_account" ON "membership_exports" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "membership_exports_expires" ON "membership_exports" USING btree ("expires_at");