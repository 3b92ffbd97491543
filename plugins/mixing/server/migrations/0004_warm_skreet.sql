ALTER TABLE "mixing_outputs" ADD COLUMN "like_id" uuid;--> statement-breakpoint
ALTER TABLE "mixing_paces" ADD COLUMN "runs" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_paces" ADD COLUMN "deviation" double precision DEFAULT 0 NOT NULL;