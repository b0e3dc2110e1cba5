// Defaults of all users, so a profile's own prefs.js holds only what was set in it.
// No page, tab, bar or notification that a task did not ask for:
pref("mailnews.start_page.enabled", false);
pref("mail.rights.override", true);
pref("mailnews.start_page_override.mstone", "ignore");
pref("mail.shell.checkDefaultClient", false);
pref("mail.inappnotifications.enabled", false);
pref("mail.biff.show_alert", false);
pref("mail.chat.enabled", false);
pref("mail.accounthub.thundermail.enabled", false);
pref("mail.purge.ask", false);
pref("mail.prompt_purge_threshold", false);
pref("datareporting.policy.dataSubmissionEnabled", false);
pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
pref("datareporting.healthreport.uploadEnabled", false);
pref("datareporting.usage.uploadEnabled", false);
pref("toolkit.telemetry.enabled", false);
pref("app.update.auto", false);
pref("app.update.enabled", false);
// Nothing is looked up on the network, which is closed:
pref("app.normandy.enabled", false);
pref("services.settings.server", "data:,#remote-settings-dummy/v1");
pref("extensions.update.enabled", false);
pref("extensions.systemAddon.update.enabled", false);
pref("extensions.getAddons.cache.enabled", false);
pref("extensions.blocklist.enabled", false);
pref("browser.safebrowsing.malware.enabled", false);
pref("browser.safebrowsing.phishing.enabled", false);
pref("browser.region.network.url", "");
pref("network.captive-portal-service.enabled", false);
pref("network.connectivity-service.enabled", false);
pref("media.gmp-manager.updateEnabled", false);
// A screen that is quiet at rest, and online whether there is a network or not:
pref("offline.autoDetect", false);
pref("network.manage-offline-status", false);
pref("ui.prefersReducedMotion", 1);
pref("general.smoothScroll", false);
