"""What a user can set in the browser, by the names that Chromium 156 keeps it under in its profile.

The settings pages can set what `chrome.settingsPrivate.getAllPrefs` lists; chrome://prefs-internals lists all names.
"""

from __future__ import annotations

from collections.abc import Mapping

PREFERENCES = (
    *(
        "homepage",
        "homepage_is_newtabpage",
        "session.restore_on_startup",
        "session.startup_urls",
        "pinned_tabs",
    ),
    *(
        "bookmark_bar.show_*",
        "bookmark_bar.visibility_state",
        "browser.show_*_button",
        "browser.pin_*",
        "*.pinned_to_tabstrip",
    ),
    *("browser.theme.*", "extensions.theme.*", "browser.custom_chrome_frame", "browser.hovercard.*_enabled"),
    *("toolbar.pinned_actions", "side_panel.is_right_aligned", "side_panel.alignment_overrides"),
    *(
        "vertical_tabs.enabled",
        "vertical_tabs.expand_on_hover",
        "auto_pin_new_tab_groups",
        "browser.ctrl_tab_mru",
        "browser.split_view_*_enabled",
    ),
    *("custom_links.list", "ntp.custom_background_dict*", "ntp.*_visible", "ntp.shortcust_visible"),
    *(
        "ntp.shortcuts_type",
        "NewTabPage.*Visible",
        "NewTabPage.DisabledModules",
        "settings.toast.alert_level",
    ),
    *("default_search_provider_data.template_url_data.keyword", "default_search_provider_data.*.short_name"),
    *(
        "default_search_provider_data.template_url_data.url",
        "search.suggest_enabled",
        "omnibox.keyword_*_enabled",
    ),
    *("download.default_directory", "download.prompt_for_download", "download.extensions_to_open"),
    *("download_bubble.partial_view_enabled", "download.open_pdf_*", "plugins.always_open_pdf_externally"),
    *("webkit.webprefs.*", "partition.default_zoom_level.*"),
    *("intl.accept_languages", "intl.selected_languages", "spellcheck.dictionaries", "spellcheck.use_*"),
    *("browser.enable_spellchecking", "translate.enabled", "translate_allowlists", "translate_whitelists"),
    *("translate_blocked_languages", "translate_site_bl*list*"),
    *("accessibility.captions.text_*", "accessibility.captions.background_*", "settings.a11y.*"),
    *("accessibility.captions.live_*_enabled", "accessibility.captions.live_*_language"),
    *(
        "autofill.*_enabled",
        "autofill.types_blocked",
        "autofill.payment_cvc_storage",
        "autofill.payment_card_*",
    ),
    *("credentials_enable_*", "profile.password_manager_*", "password_manager.*_enabled"),
    *("payments.can_make_payment_enabled", "compose.*_enabled", "glic.*_enabled", "skills.enabled"),
    *("optimization_guide.*_setting_state", "history_clusters.visible", "privacy_sandbox.m1.*_enabled"),
    *("profile.cookie_controls_mode", "profile.block_third_party_cookies", "tracking_protection.*_enabled"),
    *("profile.default_content_setting_values.*", "profile.content_settings.enable_quiet_permission_ui.*"),
    *("enable_do_not_track", "https_only_mode_enabled", "https_first_balanced_mode_enabled", "proxy.*"),
    *("safebrowsing.enabled", "safebrowsing.enhanced", "safebrowsing.bundle", "safebrowsing.scout_*_enabled"),
    *("safety_hub.*.enabled", "net.network_prediction_options", "dns_prefetching.enabled"),
    *("url_keyed_anonymized_data_collection.enabled", "alternate_error_pages.enabled", "universal_optout.*"),
    *("performance_tuning.tab_discarding.exceptions", "media_router.enable_media_router"),
    *("extensions.pinned_extensions", "extensions.ui.developer_mode", "signin.allowed_on_next_startup"),
    *("profile.name", "profile.avatar_index"),
)
"""Settings in Preferences and Secure Preferences, apart from permissions of sites and extensions."""
LOCAL_STATE = (
    *("background_mode.enabled", "browser.enabled_labs_experiments", "dns_over_https.*"),
    *("hardware_acceleration_mode.enabled", "intl.app_locale", "performance_tuning.*.state"),
    *("performance_tuning.high_efficiency_mode.*", "performance_tuning.*.enabled"),
    *("profile.info_cache.*.name", "user_experience_metrics.reporting_enabled", "omnibox_everywhere.*"),
)
"""Settings in Local State, of all profiles."""
NOISE = ("profile.default_content_setting_values.has_migrated_*", "safebrowsing.scout_*_when_deprecated")
"""What is left out of these."""
DEFAULTS: Mapping[str, object] = {
    "browser.enabled_labs_experiments": [],
    "extensions.theme.system_theme": 1,
    "intl.selected_languages": "en-US,en",
    "pinned_tabs": [],
    "profile.avatar_index": 26,
    "profile.info_cache.Default.name": "Your Chromium",
    "profile.name": "Your Chromium",
    "spellcheck.dictionaries": ["en-US"],
}
"""What the browser writes by itself into a new profile."""
PERMISSIONS = (
    *("ads", "ar", "automatic_*", "auto_picture_in_picture", "background_sync", "bluetooth_*", "camera_*"),
    *("captured_*", "clipboard", "cookies", "file_handling", "file_system_*_guard", "geolocation*"),
    *("hand_tracking", "hid_guard", "idle_detection", "images", "javascript*", "keyboard_lock", "local_*"),
    *("loopback_network", "media_stream_*", "midi*", "mixed_script", "notifications", "payment_handler"),
    *("popups", "protocol_handler", "sensors", "serial_guard", "sound", "subresource_filter", "usb_guard"),
    *("vr", "window_placement"),
)
"""Permissions that a user gives sites or takes from them."""
COMPONENT_LOCATIONS = (5, 10)
"""The locations of extensions that are parts of the browser."""
