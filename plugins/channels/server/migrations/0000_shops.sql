CREATE TABLE "channels_shop_permissions" (
	"shop" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tokens" text NOT NULL,
	"renew_at" timestamp with time zone NOT NULL
);
