ALTER TABLE "account_identities" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "account_scenes" ADD COLUMN "person_name" text;