CREATE TABLE "core_account_settings" (
	"account_id" uuid NOT NULL,
	"namespace" text NOT NULL,
	"values" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "core_account_settings_account_id_namespace_pk" PRIMARY KEY("account_id","namespace")
);
--> statement-breakpoint
ALTER TABLE "core_account_settings" ADD CONSTRAINT "core_account_settings_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;