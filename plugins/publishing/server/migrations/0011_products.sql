CREATE TABLE "publishing_product_searches" (
	"account_id" uuid NOT NULL,
	"words" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "publishing_product_searches_account_id_words_pk" PRIMARY KEY("account_id","words")
);
--> statement-breakpoint
CREATE TABLE "publishing_products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"url" text NOT NULL,
	"name" text NOT NULL,
	"price" text,
	"picture" text,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD COLUMN "product" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "publishing_products_url" ON "publishing_products" USING btree ("account_id","url");--> statement-breakpoint
CREATE INDEX "publishing_products_used" ON "publishing_products" USING btree ("account_id","used_at");